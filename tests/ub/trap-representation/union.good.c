// expect: exit 0
union u { unsigned char byte; _Bool flag; };
int main(void) {
    union u u;
    u.byte = 1;
    _Bool b = u.flag;
    return b != 1;
}
