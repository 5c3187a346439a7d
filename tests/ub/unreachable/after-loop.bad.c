// C17 4p2: the loop that should always find the key ends.
static int find(const int *v, int key) {
    for (int i = 0; i < 3; i++)
        if (v[i] == key)
            return i;
    __builtin_unreachable(); //~ UB unreachable
}
int main(void) {
    int v[3] = { 7, 8, 9 };
    return find(v, 6);
}
