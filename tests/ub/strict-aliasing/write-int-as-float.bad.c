// C17 6.5p7: an int is written through a float lvalue.
static void store(void *p) {
    *(float *)p = 0.0f; //~ UB strict-aliasing
}
int main(void) {
    int x = 5;
    store(&x);
    return x;
}
