// C17 6.7.3p9: the elements of a const array are const.
static const int primes[3] = { 2, 3, 5 };
int main(void) {
    int copy[3] = { primes[0], primes[1], primes[2] };
    int *p = (int *)primes;
    p[2]++; //~ UB const-write
    return copy[2] != 6;
}
