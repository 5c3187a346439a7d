// C17 6.5p5: the step of the loop overflows before the condition fails.
int main(void) {
    int rounds = 0;
    for (int i = 2147483640; i > 0; i += 4) //~ UB signed-overflow
        rounds++;
    return rounds != 1;
}
