// C17 6.7.3p6: one member of the structure is const.
struct account { const int id; int balance; };
int main(void) {
    struct account a = { 1, 100 };
    int *p = (int *)&a.id;
    *p = 7; //~ UB const-write
    return a.balance - 7;
}
