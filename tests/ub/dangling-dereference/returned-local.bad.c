// C17 6.2.4p2: the local's lifetime ended with its function.
static int *counter(int start) {
    int n = start;
    return &n;
}
int main(void) {
    int *p = counter(3);
    return *p - 3; //~ UB dangling-dereference
}
