// expect: exit 0
static const char name[] = "gadfly";
static char editable[] = "gadfly";
static void capitalise(char *s) { s[0] &= ~32; }
int main(void) {
    capitalise(editable);
    return name[0] == editable[0];
}
