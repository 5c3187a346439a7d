// C17 6.4.5p7: even storing the character that is there already is a modification.
int main(void) {
    char *literal = "x", array[] = "x";
    char *p = literal;
    *p = 'x'; //~ UB string-literal-write
    return literal[0] != p[0];
}
