// expect: exit 0
struct cell { int tag; union { unsigned u; unsigned char bytes[4]; } v; };
static void fold(struct cell *to, struct cell *c) {
    for (int i = 0; i < 4; i++)
        to->v.u = c->v.bytes[i];
}
int main(void) {
    struct cell c = { 1, { 0x01020304 } }, d = { 1, { 0 } };
    fold(&d, &c);
    return d.v.u != 1;
}
