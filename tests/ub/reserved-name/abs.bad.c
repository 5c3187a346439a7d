// C17 7.1.3p2: an external abs of one's own.
int abs(int x) { return x < 0 ? 0 : x; }
int main(void) {
    return abs(-4); //~ UB reserved-name
}
