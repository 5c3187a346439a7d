// C17 6.7.6.2p5: the size is evaluated in sizeof too.
int main(void) {
    int n = -1;
    int bytes = (int)sizeof(int[n]); //~ UB vla-size
    return bytes != 4;
}
