// C17 6.5.3.2p4: a pointer with static storage duration starts null.
static int *current;
static int storage = 4;
static void prepare(int doit) {
    if (doit)
        current = &storage;
}
int main(void) {
    prepare(0);
    return *current - 4; //~ UB null-dereference
}
