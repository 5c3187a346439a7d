// expect: exit 0
struct pixel { int x, y; };
int main(void) {
    struct pixel p[2] = { { 1, 2 }, { 3, 4 } };
    float scale = 1e9f;
    for (int i = 0; i < 2; i++)
        p[i].x = p[i].x + scale;
    return p[0].x == 0;
}
