// C17 6.5p7: the declared type is char, so an int lvalue may not access it.
int main(void) {
    _Alignas(int) char buffer[sizeof(int)] = { 1, 0, 0, 0 };
    int *p = (int *)buffer;
    return *p != 1; //~ UB strict-aliasing
}
