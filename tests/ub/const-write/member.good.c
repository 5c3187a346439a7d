// expect: exit 0
struct account { const int id; int balance; };
int main(void) {
    struct account a = { 1, 100 };
    int *p = &a.balance;
    *p = 7;
    return a.balance - 7;
}
