// C17 6.5.2.2p6: the argument is an integer, the parameter a pointer.
int is_null();
int main(void) {
    return is_null(0L) == 0; //~ UB wrong-call
}
int is_null(char *p) {
    return p == 0;
}
