// C17 6.7.6.2p5: the array type that is pointed to has size zero.
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    int n = 0;
    int (*p)[n] = (int (*)[n])a; //~ UB vla-size
    return (*p)[0] != 1;
}
