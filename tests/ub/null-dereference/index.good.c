// expect: exit 0
int first(const int *v, int i) { return v[i]; }
int main(void) {
    int v[3] = { 4, 5, 6 };
    return first(v, 0) - 4;
}
