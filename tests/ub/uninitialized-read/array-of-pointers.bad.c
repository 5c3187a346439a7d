// C17 6.7.9p10: one pointer of the array was never set.
int main(void) {
    int x = 4, *p[2];
    p[0] = &x;
    return *p[1] - 4; //~ UB uninitialized-read
}
