// C17 6.2.4p6: the block that declares the local has been left.
int main(void) {
    int *p;
    {
        int x = 4;
        p = &x;
    }
    return *p - 4; //~ UB dangling-dereference
}
