// C17 6.3.2.1p2: a float without a value is compared.
int main(void) {
    float v[3] = { 1, 2, 3 }, best;
    for (int i = 0; i < 3; i++)
        if (v[i] > best) //~ UB uninitialized-read
            best = v[i];
    return best != 3.0f;
}
