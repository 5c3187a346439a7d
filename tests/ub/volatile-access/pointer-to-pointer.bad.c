// C17 6.7.3p6: what is volatile is the pointer.
static int value = 4;
static int *volatile current = &value;
static int *get(int **where) {
    return *where; //~ UB volatile-access
}
int main(void) { return *get((int **)&current) - 4; }
