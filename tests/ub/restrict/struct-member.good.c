// expect: exit 0
struct job { int *restrict out; const int *restrict in; };
static void run(struct job j, int n) {
    for (int i = 0; i < n; i++)
        j.out[i] = j.in[i] + 1;
}
int main(void) {
    int v[6] = { 1, 2, 3, 4, 5, 6 };
    run((struct job){ v + 3, v }, 3);
    return v[3] != 2;
}
