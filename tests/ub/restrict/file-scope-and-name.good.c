// expect: exit 0
static int table[4], other[4];
static int *restrict cursor;
static void put(int i, int v) { cursor[i] = v; }
int main(void) {
    table[2] = 1;
    cursor = table;
    put(2, 5);
    other[2] = 5;
    return other[2] - cursor[2];
}
