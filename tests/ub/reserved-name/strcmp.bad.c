// C17 7.1.3p2: an external strcmp of one's own.
int strcmp(const char *a, const char *b) { return *a != *b; }
int main(void) {
    char s[2] = "x";
    return strcmp("x", s); //~ UB reserved-name
}
