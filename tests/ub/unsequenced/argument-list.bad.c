// C17 6.5p2: the commas of an argument list are no sequence points.
static int sub(int a, int b) { return a - b; }
int main(void) {
    int i = 5;
    return sub(i++, i); //~ UB unsequenced
}
