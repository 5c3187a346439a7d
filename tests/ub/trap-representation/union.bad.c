// C17 6.2.6.1p5: the byte read as _Bool is 3.
union u { unsigned char byte; _Bool flag; };
int main(void) {
    union u u;
    u.byte = 3;
    _Bool b = u.flag; //~ UB trap-representation
    return b != 1;
}
