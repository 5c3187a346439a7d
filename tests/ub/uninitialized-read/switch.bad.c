// C17 6.3.2.1p2: the controlling expression has no value.
int main(void) {
    int x;
    switch (x) { //~ UB uninitialized-read
    case 1: return 1;
    default: return 0;
    }
}
