// C17 6.5.7p3: the left operand of >>= is a promoted short.
int main(void) {
    short s = 100;
    long long by = 40;
    s >>= by; //~ UB shift-count
    return s != 3;
}
