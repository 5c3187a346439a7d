// expect: exit 0
static int g;
static int second(int a, int b) { return b; }
int main(void) {
    return second(g = 0, 0);
}
