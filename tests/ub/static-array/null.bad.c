// C17 6.7.6.3p7: a null pointer gives access to no element.
static int has(const char text[static 1]) { return text != 0; }
int main(void) {
    return has(0); //~ UB static-array
}
