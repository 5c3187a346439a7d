// C17 7.4p1: a negative char that is not EOF.
int toupper(int);
int main(void) {
    signed char c = -42;
    return toupper(c) == 0; //~ UB library-argument
}
