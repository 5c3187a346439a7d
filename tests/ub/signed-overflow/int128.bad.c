// C17 6.5p5: the largest __int128 plus one.
int main(void) {
    __int128 max = (__int128)(((unsigned __int128)1 << 127) - 1);
    __int128 r = max + 1; //~ UB signed-overflow
    return r == 0;
}
