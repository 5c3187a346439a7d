// C17 6.5.4p4: a pointer is converted to double.
int main(void) {
    int x;
    return (double)&x != 0;
}
