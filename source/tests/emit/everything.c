/* All that a generated program may use. Arrays are filled with values that show when one is lost or moved. */
enum Small { S0, S1, S2 = 6 };
enum Signed { N1 = -1, N2 = 40 };
struct Plain {
    int a;
    unsigned b : 5;
    signed c : 7;
    unsigned long long d : 40;
    _Bool e : 1;
    char f[3];
};
struct Nested {
    struct Plain in[2];
    enum Small es;
    float g;
    union Both {
        long l;
        unsigned char c[8];
    } u;
    int *p;
};
typedef int V4 __attribute__((vector_size(16)));
typedef unsigned char V16 __attribute__((vector_size(16)));
typedef double D2 __attribute__((vector_size(16)));

_Bool flag = 1;
signed char sc = -7;
unsigned short us = 65535;
int si = -5;
const long cl = 4000000000;
unsigned long long ull = 0xffffffffffffffffULL;
__int128 wide = -3;
volatile unsigned vol = 9;
enum Small es = S2;
enum Signed en = N1;
float fl = 0.1f;
double ed = 1e300;
long double ld = 2.5L;
struct Plain st = {1, 31, -64, 0xffffffffffULL, 1, {1, 2, 3}};
struct Nested ne = {{{1, 2, 3}, {4}}, S1, 1.5f, {7}, &si};
const struct Plain cs[2] = {{5}, {6, 7}};
V4 v4 = {1, -2, 3, 4};
V16 v16 = {250, 251, 252};
D2 d2 = {0.5, -0.0};

int one[1] = {42};
int two[2] = {0, 5};
long grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
short cube[2][2][2] = {{{1, -2}, {3, 4}}, {{5, 6}, {7, -8}}};
unsigned char bytes[5] = {255, 0, 128};
const int table[4] = {9, 8, 7, 6};
double reals[3] = {0.5, 1, -0.0};
float singles[2] = {0.1f, 16777216};
enum Signed ens[3] = {N2, N1};
_Bool flags[4] = {1, 0, 1, 1};
volatile int vols[2] = {3, 4};
struct Plain structs[2] = {{1, 2, -3, 4, 0, {5, 6, 7}}, {8}};
unsigned long zeros[2][2];
unsigned long long pair[2][2] = {{0, 0}, {1, 2}};
int *pointers[2] = {&si, 0};
int *into = &two[1];
long *row = &grid[1][0];
V4 vectors[2] = {{1, 2, 3, 4}, {5}};

static int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * (i + 1);
    return s;
}

static long row_sum(const long *p)
{
    return p[0] + 2 * p[1] + 3 * p[2];
}

struct Plain changed(struct Plain s, int by)
{
    s.a += by;
    s.b += by;
    s.c = -s.c;
    s.f[by & 1] ^= by;
    return s;
}

void test1(void)
{
    si += sum(one, 1) + sum(two, 2) + sum(table, 4) - (si < 0) * 3;
    grid[1][2] += row_sum(grid[0]) - row_sum(row);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                cube[i][j][k] = cube[k][j][i] * 3 - (i << j) + ~(k < j);
    bytes[3] = bytes[0] + bytes[2];
    bytes[4]--;
    *into += 11;
    zeros[1][0] = pair[1][1] + table[si & 3];
    pair[0][1] ^= zeros[1][0] - ull;
    pointers[1] = pointers[0];
    *pointers[1] -= two[1];
    vols[1] += vols[0];
    vol = vols[1] * vol;
}

void test2(void)
{
    es = es + 1;
    es ^= 3;
    ++es;
    si += es - 8 < 0 ? 100 : 200;
    si += S2 - 8 < 0 ? 1000 : 2000;
    si += (N1 < 0u) + (en < 0) * 2;
    en = S1 + 0;
    en += ens[0] + ens[1];
    ens[2] = ens[0] - 1;
    ens[1] = sc;
    flag = si;
    flag += 2;
    flags[1] = flags[0] + flags[2];
    flags[3] ^= 1;
    si += !flag + -flags[1] + (flags[0] & 3);
    si += sizeof(si < 3) + sizeof(flag) + sizeof(one) + sizeof(grid);
    switch (si & 3) {
    case 0:
        sc++;
    case 1 ... 2:
        sc -= 3;
        break;
    default:
        sc = -sc;
    }
    flag = __builtin_add_overflow(si > 3, si, &two[0]);
    si ^= flag;
    wide = wide * ull + sc;
}

void test3(void)
{
    st = changed(st, 3);
    structs[1] = changed(structs[0], si & 7);
    structs[0].d -= st.d;
    ne.in[1] = structs[1];
    ne.in[0].c = ne.in[0].b - 20;
    si += (si & 1 ? st.b : structs[0].b) - 40 < 0;
    si += (st.b - 32 < 0) + (st.d > 5) * 2 + (cs[1].b << 3);
    ne.u.l = -1;
    ne.u.l += ne.u.c[0];
    *ne.p ^= 0x55;
    ne.es = ne.es | 4;
    ne.g = fl * singles[0] + singles[1];
    reals[1] = reals[0] / 3 + (float)ed;
    reals[2] = reals[0] - reals[2] * 0;
    ed = ed * 0.5 - ld;
    fl = si;
    ld += ed;
    us = us * 3u + (int)fl;
}

void test4(void)
{
    v4 = v4 * 3 + vectors[0] - (v4 > vectors[1]);
    v4[1] = v4[0] << 4;
    vectors[1] = v4 & 7;
    vectors[0] += (si < 3) + v4;
    v16 = v16 + v16;
    v16 = (V16)v4 ^ v16;
    d2 = d2 * 2.0 - d2;
    const int *p = table + 1;
    int local[3] = {si, *p, -1};
    si = sum(local, 3) + (&local[2] - local) + (p == &table[1]);
    if (si > 0)
        goto out;
    si = -si;
out:
    si ^= cl;
    ull += (unsigned long)(us > sc) << 35;
}
