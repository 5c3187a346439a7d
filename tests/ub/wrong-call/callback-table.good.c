// expect: exit 0
static int one(void) { return 1; }
static long two(void) { return 2; }
static int three(void) { return 3; }
typedef int (*getter)(void);
int main(void) {
    getter table[3] = { one, three, (getter)three };
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += table[i]();
    return sum != 7;
}
