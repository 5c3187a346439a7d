// C17 6.3.2.1p3: nor for writing, in a loop.
int main(void) {
    register char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = 'a'; //~ UB register-array
    return 0;
}
