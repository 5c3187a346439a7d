// C17 6.2.4p6: the local of a statement expression is gone after it.
int main(void) {
    int *p = ({ int t = 5; &t; });
    return *p - 5; //~ UB dangling-dereference
}
