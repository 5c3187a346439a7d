// C17 6.7.6.2p5: the length in a cast is evaluated, too.
int main(void) {
    int a[4] = {0}, n = 0;
    return ((int (*)[n])a != 0) - 1; //~ UB vla-size
}
