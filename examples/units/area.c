long area(long width, long height)
{
    return width * height;
}
