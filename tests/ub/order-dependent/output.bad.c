// C17 6.5p3: the order of the two lines is unspecified.
int puts(const char *);
static int say(const char *s) {
    puts(s);
    return 0;
}
int main(void) {
    return say("left") + say("right"); //~ UB order-dependent
}
