// expect: exit 0
int main(void) {
    __int128 max = (__int128)(((unsigned __int128)1 << 127) - 1);
    __int128 r = max - 1;
    return r == 0;
}
