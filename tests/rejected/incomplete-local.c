// C17 6.7p7: a local object of incomplete type.
int main(void) {
    struct s x;
    return 0;
}
