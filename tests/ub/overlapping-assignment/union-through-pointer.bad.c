// C17 6.5.16.1p3: one union, reached by a pointer.
struct cell { int tag; union { unsigned u; unsigned char bytes[4]; } v; };
static void fold(struct cell *c) {
    for (int i = 0; i < 4; i++)
        c->v.u = c->v.bytes[i]; //~ UB overlapping-assignment
}
int main(void) {
    struct cell c = { 1, { 0x01020304 } };
    fold(&c);
    return c.v.u == 77;
}
