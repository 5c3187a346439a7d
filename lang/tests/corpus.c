typedef unsigned int u32;
typedef struct node { struct node *next; int value : 7, : 3, wide; union { float f; u32 bits; }; char tail[]; } node;
enum color { RED, GREEN = 5, BLUE = GREEN * 2 + 1 };
typedef int v4si __attribute__((vector_size(16)));
extern int printf(const char *, ...);
static const char *const names[] = { [RED] = "red", [GREEN] = "gre" "en\x41\n", [BLUE ... 12] = "blue" };
struct packed { char c; long l; } __attribute__((packed, aligned(4)));
int table[3][4] = { { 1, 2 }, [2] = { [1 ... 2] = 7 } }, *cursor = &table[1][2];
static inline int twice(int x) { return x << 1; }
int knr(a, b) int a; char b; { return a + b; }
_Static_assert(sizeof(struct packed) == 12, "layout");
int (*pick(int n))(int) { return n ? twice : 0; }
int sum(int n, ...)
{
    __builtin_va_list ap;
    int total = 0;
    __builtin_va_start(ap, n);
    while (n-- > 0)
        total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}
int vla(int n, int m[n][n])
{
    int local[n], (*row)[n] = m;
    for (int i = 0, j = n; i < n; i++, --j)
        local[i] = row[i][0] ^ j;
    return sizeof local / sizeof *local + ({ int k = local[0]; k ?: -1; });
}
double mixed(float f, unsigned long long u, _Bool b)
{
    _Complex double z = 1.0 + 2.0i;
    v4si v = { 1, 2, 3, 4 };
    v = (v < 3) & v * 2;
    __real__ z += f;
    b = !b || (u >> 63 && f >= 0x1.8p3f);
    return b ? __imag__ z : v[u & 3] - 'ab' + L'\u00e9' + (int)u % 10l;
}
int control(int x, node *list)
{
    __label__ out;
    void *targets[] = { &&out, &&again };
again:
    switch (x) {
    case 1: x = 2; break;
    case -5 ... -1: default: do { if (x & 1) continue; x >>= 1; } while (x > 3);
    }
    for (node *at = list; at; at = at->next)
        if (at->value == _Generic(x, int: 1, default: 2) && at->bits)
            goto *targets[0];
    asm volatile("" : "+r"(x) : "m"(*list) : "memory");
    goto out;
out:
    return __builtin_offsetof(node, wide) + *(int[]){ 1, 2 } + ((struct packed){ .l = x }).l;
}
int main(void)
{
    int nested(int q) { return q + table[0][0]; }
    typeof(&main) self = main;
    printf("%s %d\n", names[RED], sum(2, twice(3), (int)mixed(1.5f, ~0ull, 1)));
    return __builtin_constant_p(self) ? nested(1) : __builtin_expect(cursor[-1], 0) + knr(1, 2) + implicit_call(2);
}
