// C17 6.5.3.2p4: a nested member of an element that is null.
struct leaf { int v[2]; };
struct tree { struct leaf *leaves[2]; };
int main(void) {
    struct leaf l = { { 5, 6 } };
    struct tree t = { { &l } };
    return t.leaves[1]->v[1] - 6; //~ UB null-dereference
}
