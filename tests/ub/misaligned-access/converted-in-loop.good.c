// expect: exit 3
struct record { unsigned char length; unsigned char data[5]; };
int main(void) {
    _Alignas(2) unsigned char stream[16] = { 1, 1, 2, 3, 1, 1, 1 };
    unsigned char *at = stream;
    int total = 0;
    for (int i = 0; i < 2; i++) {
        unsigned short *word = (unsigned short *)at;
        total += *(unsigned char *)word;
        at += 1 + *at;
    }
    return total;
}
