// C17 6.2.4p6: every iteration's block has a new object.
int main(void) {
    int *p = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            sum += *p; //~ UB dangling-dereference
        int x = i;
        p = &x;
    }
    return sum != 1;
}
