// expect: exit 0
int last_before(const int *v, int i) {
    return v[i - 1];
}
int main(void) {
    int v[2] = { 4, 5 };
    return last_before(v, 1) != 4;
}
