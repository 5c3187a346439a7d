// expect: exit 0
static int span(int a, int b) {
    int v[b - a];
    v[0] = a;
    return v[0];
}
int main(void) {
    return span(3, 5) != 3;
}
