// expect: exit 0
static int find(const int *v, int key) {
    for (int i = 0; i < 3; i++)
        if (v[i] == key)
            return i;
    __builtin_unreachable();
}
int main(void) {
    int v[3] = { 7, 8, 9 };
    return find(v, 7);
}
