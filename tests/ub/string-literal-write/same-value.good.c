// expect: exit 0
int main(void) {
    char *literal = "x", array[] = "x";
    char *p = array;
    *p = 'x';
    return literal[0] != p[0];
}
