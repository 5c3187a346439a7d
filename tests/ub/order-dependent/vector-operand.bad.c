// C17 6.5p3: the vector is read before or after the call that changes it.
typedef int V __attribute__((vector_size(16)));
static V shared = {1, 2, 3, 4};
static V change(void) {
    shared[0] = 5;
    return (V){0};
}
int main(void) {
    V sum = shared + change(); //~ UB order-dependent
    return sum[0];
}
