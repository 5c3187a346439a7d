// C17 6.5p2: one argument assigns the global, the other reads it.
static int g;
static int second(int a, int b) { return b; }
int main(void) {
    return second(g = 0, g); //~ UB unsequenced
}
