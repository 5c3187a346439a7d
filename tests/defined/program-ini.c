// expect: exit 0
// stdout: line 8: no =
// stdout: server.port = '8080' -> 8080 rest '' 8080
// stdout:  [0:8080]
// stdout: server.host = 'example.org' -> 0 rest 'example.org' 0
// stdout:  [0:example.org]
// stdout:  limits .max = '99999999999999999999' -> 9223372036854775807 (range) rest '' 1e+20
// stdout:  [0:99999999999999999999]
// stdout:  limits .list = '1, 2,,3' -> 1 rest ', 2,,3' 1
// stdout:  [0:1] [1:2] [2:3]
// stdout:  limits .ratio = '-0.5e1x' -> 0 rest '.5e1x' -5
// stdout:  [0:-0.5e1x]
// stdout: 3 1
// stdin: ; comment
// stdin: [server]
// stdin:  port = 8080
// stdin: host=example.org
// stdin: [ limits ]
// stdin: max = 99999999999999999999
// stdin: list = 1, 2,,3
// stdin: junk
// stdin: ratio = -0.5e1x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <limits.h>
struct entry { char section[20], key[20], value[40]; };
static struct entry entries[32]; static int count;
static char *trim(char *s) { s += strspn(s, " \t"); size_t n = strlen(s); while (n && strchr(" \t\n", s[n - 1])) s[--n] = 0; return s; }
int main(void) {
    char *line = NULL; size_t cap = 0; ssize_t n; char section[20] = "";
    int no = 0;
    while ((n = getline(&line, &cap, stdin)) != -1) {
        no++;
        char *s = trim(line);
        if (*s == ';' || !*s) continue;
        if (sscanf(s, "[%19[^]]]", section) == 1) continue;
        char *eq = strchr(s, '=');
        if (!eq) { printf("line %d: no =\n", no); continue; }
        *eq = 0;
        struct entry *e = &entries[count++];
        snprintf(e->section, sizeof e->section, "%s", section);
        snprintf(e->key, sizeof e->key, "%s", trim(s));
        snprintf(e->value, sizeof e->value, "%s", trim(eq + 1));
    }
    free(line);
    for (int i = 0; i < count; i++) {
        struct entry *e = &entries[i];
        char *end; errno = 0;
        long v = strtol(e->value, &end, 0);
        double d = strtod(e->value, NULL);
        printf("%s.%s = '%s' -> %ld%s rest '%s' %g\n", e->section, e->key, e->value, v, errno == ERANGE ? " (range)" : "", end, d);
        char copy[40]; strcpy(copy, e->value);
        int k = 0;
        for (char *t = strtok(copy, ", "); t; t = strtok(NULL, ", ")) printf(" [%d:%s]", k++, t);
        printf("\n");
    }
    char x[8]; printf("%zu %d\n", strxfrm(x, "abc", sizeof x), strcoll("a", "b") < 0);
    return 0;
}
