// C17 6.7.3.1p4: the restrict pointers are members of a structure that is passed.
struct job { int *restrict out; const int *restrict in; };
static void run(struct job j, int n) {
    for (int i = 0; i < n; i++)
        j.out[i] = j.in[i] + 1; //~ UB restrict
}
int main(void) {
    int v[6] = { 1, 2, 3, 4, 5, 6 };
    run((struct job){ v + 1, v }, 3);
    return v[3] != 2;
}
