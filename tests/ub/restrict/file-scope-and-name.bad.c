// C17 6.7.3.1p4: the object is written through the pointer and read by its name.
static int table[4];
static int *restrict cursor;
static void put(int i, int v) { cursor[i] = v; }
int main(void) {
    cursor = table;
    put(2, 5);
    return table[2] - 5; //~ UB restrict
}
