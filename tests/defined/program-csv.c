// expect: exit 0
// stdout:   1|widget      |    2.50|  100|A
// stdout:   2|gadget      |   19.99|    7|B
// stdout: line 5: bad (0): 'x, broken, 1, 2, C'
// stdout: line 6: bad (2): ' 3 , left handed screw , 1e-2 , 12345 , Z  '
// stdout: line 7: bad (2): '4,toolongnamethatdoesnotfit,1.0,1,Q'
// stdout: line 8: bad (3): '5,short,3'
// stdout: total 389.930, 8 lines, eof 1
// stdout: first '#' again '#'
// stdout: size 184 read 184 sum 3447243288
// stdout: missing: errno 1
// stdout: 1
// stdout: -1
// stdout: 2 31
// stdout: 2
// stdout: key value
// stdout: 6 200 -3 -9000000000 1500 2.25 77
// file stock.csv: # id, name, price, stock, flag
// file stock.csv: 1, widget, 2.50, 100, A
// file stock.csv: 2,gadget,19.99,7,B
// file stock.csv:
// file stock.csv: x, broken, 1, 2, C
// file stock.csv:  3 , left handed screw , 1e-2 , 12345 , Z  
// file stock.csv: 4,toolongnamethatdoesnotfit,1.0,1,Q
// file stock.csv: 5,short,3
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct row { int id; char name[16]; double price; unsigned long stock; char flag; };
static int parse(const char *line, struct row *r) {
    int end = -1;
    int n = sscanf(line, " %d , %15[^,] , %lf , %lu , %c %n", &r->id, r->name, &r->price, &r->stock, &r->flag, &end);
    if (n != 5) return n;
    return line[end] == '\0' ? 5 : -2;
}
int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "stock.csv";
    FILE *f = fopen(path, "r");
    if (!f) { printf("cannot open %s: %s\n", path, strerror(errno)); return 1; }
    char line[80];
    int no = 0; double total = 0;
    while (fgets(line, sizeof line, f)) {
        no++;
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#' || !line[0]) continue;
        struct row r;
        memset(&r, 0, sizeof r);
        int got = parse(line, &r);
        if (got != 5) { printf("line %d: bad (%d): '%s'\n", no, got, line); continue; }
        printf("%3d|%-12s|%8.2f|%5lu|%c\n", r.id, r.name, r.price, r.stock, r.flag);
        total += r.price * (double)r.stock;
    }
    printf("total %.3f, %d lines, eof %d\n", total, no, feof(f) != 0);
    rewind(f);
    int first = fgetc(f); ungetc(first, f);
    printf("first '%c' again '%c'\n", first, fgetc(f));
    fseek(f, 0, SEEK_END); long size = ftell(f); fseek(f, 0, SEEK_SET);
    char *all = malloc((size_t)size + 1);
    size_t got = fread(all, 1, (size_t)size, f); all[got] = 0;
    printf("size %ld read %zu sum ", size, got);
    unsigned sum = 0; for (size_t i = 0; i < got; i++) sum = sum * 31 + (unsigned char)all[i];
    printf("%u\n", sum);
    free(all);
    fclose(f);
    f = fopen("missing.txt", "r");
    if (!f) printf("missing: errno %d\n", errno == ENOENT);
    int a, b; char w[8];
    printf("%d\n", sscanf("12 abc", "%d %d", &a, &b));
    printf("%d\n", sscanf("", "%d", &a));
    int k = sscanf("0x1fZ", "%i%7s", &a, w); printf("%d %d\n", k, a);
    printf("%d\n", sscanf("key = value", "%7s = %7s", w, line));
    printf("%s %s\n", w, line);
    unsigned char hh; short h; long long ll; float fl; long double ld; size_t z;
    printf("%d ", sscanf("200 -3 -9000000000 1.5e3 2.25 77", "%hhu %hd %lld %f %Lf %zu", &hh, &h, &ll, &fl, &ld, &z));
    printf("%d %d %lld %g %Lg %zu\n", hh, h, ll, fl, ld, z);
    return 0;
}
