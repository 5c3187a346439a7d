// expect: exit 0
static const int primes[3] = { 2, 3, 5 };
int main(void) {
    int copy[3] = { primes[0], primes[1], primes[2] };
    int *p = copy;
    p[2]++;
    return copy[2] != 6;
}
