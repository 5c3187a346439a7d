// C17 6.5.2.5p5: a compound literal lives as long as its enclosing block.
struct point { int x, y; };
int main(void) {
    struct point *p;
    {
        p = &(struct point){ 3, 4 };
    }
    return p->y - 4; //~ UB dangling-dereference
}
