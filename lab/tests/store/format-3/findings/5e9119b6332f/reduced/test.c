char a = -1;
int printf(const char *, ...);

int main(void)
{
    printf("%llu\n", 0xa2d05ULL & (unsigned short)a);
}
/*
 * expected: 11525
 * tcc: 666885
 */
