// C17 7.4p1: the argument is neither EOF nor an unsigned char.
int isalpha(int);
int main(void) {
    int c = 1000;
    return isalpha(c) == 2; //~ UB library-argument
}
