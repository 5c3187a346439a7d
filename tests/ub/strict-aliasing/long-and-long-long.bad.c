// C17 6.5p7: long and long long are different types even where they have the same size.
static long long get(void *p) {
    return *(long long *)p; //~ UB strict-aliasing
}
int main(void) {
    long x = 12;
    return get(&x) != 12;
}
