// expect: exit 0
struct ring { unsigned head, size; };
static void advance(struct ring *r) {
    r->head += 3;
    r->head %= r->size;
}
int main(void) {
    struct ring r = { 6, 8 };
    advance(&r);
    return r.head != 1;
}
