// C17 6.7.6.3p7: the length is another parameter's value.
static int first(int n, const int a[static n]) { return a[0] + n; }
int main(void) {
    int v[2] = { -3, 0 };
    return first(3, v); //~ UB static-array
}
