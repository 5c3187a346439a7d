// C17 6.7.6.2p5: b - a is negative.
static int span(int a, int b) {
    int v[b - a]; //~ UB vla-size
    v[0] = a;
    return v[0];
}
int main(void) {
    return span(5, 3) != 5;
}
