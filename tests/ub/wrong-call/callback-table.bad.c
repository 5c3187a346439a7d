// C17 6.5.2.2p9: one entry of the table was cast from another type.
static int one(void) { return 1; }
static long two(void) { return 2; }
static int three(void) { return 3; }
typedef int (*getter)(void);
int main(void) {
    getter table[3] = { one, (getter)two, three };
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += table[i](); //~ UB wrong-call
    return sum != 7;
}
