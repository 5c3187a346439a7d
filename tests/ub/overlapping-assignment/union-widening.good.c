// expect: exit 0
union word { long whole; int half[2]; };
int main(void) {
    union word w = { .half = { 1, 2 } }, v;
    v.whole = w.half[1];
    w.half[0] = w.half[1];
    return v.whole != 2 || w.half[0] != 2;
}
