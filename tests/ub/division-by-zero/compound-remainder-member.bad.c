// C17 6.5.5p5: the member is zero.
struct ring { unsigned head, size; };
static void advance(struct ring *r) {
    r->head += 3;
    r->head %= r->size; //~ UB division-by-zero
}
int main(void) {
    struct ring r = { 6, 0 };
    advance(&r);
    return r.head != 1;
}
