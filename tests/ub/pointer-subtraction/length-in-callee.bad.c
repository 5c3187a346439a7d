// C17 6.5.6p9: begin and end belong to different strings.
static long length(const char *begin, const char *end) {
    return end - begin; //~ UB pointer-subtraction
}
int main(void) {
    const char s[] = "hello", t[] = "world";
    return length(s, t + 5) == 5;
}
