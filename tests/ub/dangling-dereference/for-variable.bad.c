// C17 6.8.5p5: the loop's own variable ended with the loop.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++)
        p = &i;
    return *p - 3; //~ UB dangling-dereference
}
