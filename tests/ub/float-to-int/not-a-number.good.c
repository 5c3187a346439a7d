// expect: exit 0
int main(void) {
    double huge = 1e308;
    double infinity = huge * 10;
    double nan = huge - huge;
    return (int)nan;
}
