// expect: exit 0
struct leaf { int v[2]; };
struct tree { struct leaf *leaves[2]; };
int main(void) {
    struct leaf l = { { 5, 6 } };
    struct tree t = { { &l, &l } };
    return t.leaves[1]->v[1] - 6;
}
