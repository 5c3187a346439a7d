// C17 6.5.16.1p3: the int is part of the long it is assigned to.
union word { long whole; int half[2]; };
int main(void) {
    union word w = { .half = { 1, 2 } };
    w.whole = w.half[1]; //~ UB overlapping-assignment
    return w.whole != 2;
}
