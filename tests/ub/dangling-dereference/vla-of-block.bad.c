// C17 6.2.4p7: a variable length array ends with its block.
int main(void) {
    int n = 3, *p;
    {
        int v[n];
        p = v;
        p[2] = 6;
    }
    return p[2] - 6; //~ UB dangling-dereference
}
