int a;
double b = 1;
int printf(const char *, ...);

int main(void)
{
    printf("%La\n", b - (long double)a);
}
/*
 * expected: 0x8p-3
 * tcc: -0x8p-3
 */
