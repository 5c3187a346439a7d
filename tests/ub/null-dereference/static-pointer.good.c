// expect: exit 0
static int *current;
static int storage = 4;
static void prepare(int doit) {
    if (doit)
        current = &storage;
}
int main(void) {
    prepare(1);
    return *current - 4;
}
