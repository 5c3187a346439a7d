// C17 6.4p3: a quote without its partner.
int main(void) {
    return 'a;
}
