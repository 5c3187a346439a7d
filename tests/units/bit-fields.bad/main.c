// C17 6.2.7p1: the bit-fields have other widths.
typedef struct { unsigned a : 3, b : 4; } Flags;
int second(void *flags);
int main(void) {
    Flags flags = {1, 2};
    return second(&flags);
}
