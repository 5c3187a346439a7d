// expect: exit 0
int add(a, b)
    int a, b;
{
    return a + b;
}
int main(void) {
    return add(1, 2) != 3;
}
