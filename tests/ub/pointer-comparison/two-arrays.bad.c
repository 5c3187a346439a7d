// C17 6.5.8p5: the loop's bound lies in another array.
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 };
    int sum = 0;
    for (int *p = a; p < b + 3 && sum < 6; p++) //~ UB pointer-comparison
        sum += *p;
    return sum != 6 || b[0] != 4;
}
