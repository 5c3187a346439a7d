// expect: exit 2
typedef int V __attribute__((vector_size(16)));
static V shared = {1, 2, 3, 4};
static V change(void) {
    shared[0] = 5;
    return (V){0};
}
int main(void) {
    V other = {2}, sum = other + change();
    return sum[0];
}
