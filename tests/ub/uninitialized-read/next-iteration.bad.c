// C17 6.2.4p6: the object is indeterminate each time its declaration is reached.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        sum += x; //~ UB uninitialized-read
    }
    return sum != 10;
}
