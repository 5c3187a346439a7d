// expect: exit 0
// stdout: 4 lines 30 words 139 chars, eof=1 err=0
// stdout: a            4
// stdout: the          4
// stdout: dog          3
// stdout: fox          3
// stdout: and          1
// stdout: brown        1
// stdout: cat          1
// stdout: doesn        1
// stdout: bye
// stdin: The quick brown fox jumps over the lazy dog.
// stdin: The dog sleeps; the fox doesn't.  A fox, a dog, a cat!
// stdin: And a last line without end
// stdin: no newline
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct word { char *text; int count; struct word *next; };
#define BUCKETS 64
static struct word *table[BUCKETS];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h % BUCKETS; }
static struct word *find(const char *s) {
    unsigned h = hash(s);
    for (struct word *w = table[h]; w; w = w->next) if (strcmp(w->text, s) == 0) return w;
    struct word *w = malloc(sizeof *w);
    if (!w) { perror("malloc"); exit(2); }
    w->text = strdup(s); w->count = 0; w->next = table[h]; table[h] = w;
    return w;
}
static int by_count(const void *a, const void *b) {
    const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
    if (x->count != y->count) return y->count - x->count;
    return strcmp(x->text, y->text);
}
static void cleanup(void) { for (int i = 0; i < BUCKETS; i++) while (table[i]) { struct word *w = table[i]; table[i] = w->next; free(w->text); free(w); } printf("bye\n"); }
int main(void) {
    int c, lines = 0, chars = 0, words = 0, n = 0, distinct = 0;
    char buf[64];
    atexit(cleanup);
    while ((c = getchar()) != EOF) {
        chars++;
        if (c == '\n') lines++;
        if (isalpha(c)) { if (n < (int)sizeof buf - 1) buf[n++] = (char)tolower(c); }
        else if (n) { buf[n] = 0; words++; if (find(buf)->count++ == 0) distinct++; n = 0; }
    }
    if (n) { buf[n] = 0; words++; if (find(buf)->count++ == 0) distinct++; }
    printf("%d lines %d words %d chars, eof=%d err=%d\n", lines, words, chars, !!feof(stdin), !!ferror(stdin));
    struct word **all = calloc((size_t)distinct, sizeof *all);
    int k = 0;
    for (int i = 0; i < BUCKETS; i++) for (struct word *w = table[i]; w; w = w->next) all[k++] = w;
    qsort(all, (size_t)k, sizeof *all, by_count);
    for (int i = 0; i < k && i < 8; i++) printf("%-10s %3d\n", all[i]->text, all[i]->count);
    free(all);
    exit(k > 255 ? 1 : 0);
}
