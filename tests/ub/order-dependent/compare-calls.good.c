// expect: exit 0
static int t;
static int tick(void) { return t += 5; }
int main(void) {
    int a = tick();
    return !(a < tick());
}
