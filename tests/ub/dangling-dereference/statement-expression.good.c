// expect: exit 0
int main(void) {
    int *p = ({ static int t = 5; &t; });
    return *p - 5;
}
