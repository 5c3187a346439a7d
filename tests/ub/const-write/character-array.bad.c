// C17 6.7.3p6: the characters of a const array are modified in place.
static const char name[] = "gadfly";
static char editable[] = "gadfly";
static void capitalise(char *s) { s[0] &= ~32; } //~ UB const-write
int main(void) {
    capitalise((char *)name);
    return name[0] == editable[0];
}
