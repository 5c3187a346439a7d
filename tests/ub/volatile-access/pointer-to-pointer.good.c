// expect: exit 0
static int value = 4;
static int *volatile current = &value;
static int *get(int *volatile *where) {
    return *where;
}
int main(void) { return *get(&current) - 4; }
