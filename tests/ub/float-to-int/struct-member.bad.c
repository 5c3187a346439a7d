// C17 6.3.1.4p1: 3e9 does not fit in int.
struct pixel { int x, y; };
int main(void) {
    struct pixel p[2] = { { 1, 2 }, { 3, 4 } };
    float scale = 1e9f;
    for (int i = 0; i < 2; i++)
        p[i].x = p[i].x * scale; //~ UB float-to-int
    return p[0].x == 0;
}
