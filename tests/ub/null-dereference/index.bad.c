// C17 6.5.3.2p4: a null pointer is subscripted.
int first(const int *v, int i) { return v[i]; } //~ UB null-dereference
int main(void) {
    int v[3] = { 4, 5, 6 };
    return first(0, 0) + v[0] - 4;
}
