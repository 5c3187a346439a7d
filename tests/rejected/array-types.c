// C17 6.7.6.2p6: declarations of one array with different lengths.
extern int a[3];
extern int a[4];
int main(void) { return 0; }
