// expect: exit 0
int same(a)
    int a;
{
    return a;
}
int main(void) {
    return same(1) == 7;
}
