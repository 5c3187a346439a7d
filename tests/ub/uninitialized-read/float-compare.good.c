// expect: exit 0
int main(void) {
    float v[3] = { 1, 2, 3 }, best;
    best = v[0];
    for (int i = 0; i < 3; i++)
        if (v[i] > best)
            best = v[i];
    return best != 3.0f;
}
