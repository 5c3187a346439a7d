// C17 6.3.1.4p1: a return value is converted as if by assignment.
static signed char level(float f) {
    return f * 100; //~ UB float-to-int
}
int main(void) {
    return level(1.5f) == 0;
}
