// expect: exit 0
// stdout: 190 1970-01-01 00:00:00 Thu Thursday Jan January 001 00 00 01 1970 70 4 4 12 AM 70 19  1 01/01/70 1970-01-01 00:00:00 00:00 12:00:00 AM Thu Jan  1 00:00:00 1970 01/01/70 00:00:00 Jan % GMT +0000
// stdout: Thu Jan  1 00:00:00 1970
// stdout: 34552000 71 34 4 0
// stdout: 0
// stdout: 190 2000-02-29 00:00:00 Tue Tuesday Feb February 060 09 09 09 2000 00 2 2 12 AM 00 20 29 02/29/00 2000-02-29 00:00:00 00:00 12:00:00 AM Tue Feb 29 00:00:00 2000 02/29/00 00:00:00 Feb % GMT +0000
// stdout: Tue Feb 29 00:00:00 2000
// stdout: 986334400 101 92 2 0
// stdout: 0
// stdout: 190 2001-09-09 01:46:40 Sun Sunday Sep September 252 36 36 36 2001 01 7 0 01 AM 01 20  9 09/09/01 2001-09-09 01:46:40 01:46 01:46:40 AM Sun Sep  9 01:46:40 2001 09/09/01 01:46:40 Sep % GMT +0000
// stdout: Sun Sep  9 01:46:40 2001
// stdout: 1034552000 102 285 0 0
// stdout: 0
// stdout: 191 2024-02-29 12:34:56 Thu Thursday Feb February 060 08 09 09 2024 24 4 4 12 PM 24 20 29 02/29/24 2024-02-29 12:34:56 12:34 12:34:56 PM Thu Feb 29 12:34:56 2024 02/29/24 12:34:56 Feb % GMT +0000
// stdout: Thu Feb 29 12:34:56 2024
// stdout: 1743762096 125 93 5 0
// stdout: 0
// stdout: 191 2099-12-31 23:59:59 Thu Thursday Dec December 365 52 52 53 2099 99 4 4 11 PM 99 20 31 12/31/99 2099-12-31 23:59:59 23:59 11:59:59 PM Thu Dec 31 23:59:59 2099 12/31/99 23:59:59 Dec % GMT +0000
// stdout: Thu Dec 31 23:59:59 2099
// stdout: 4136996799 201 34 5 0
// stdout: 0
// stdout: 190 1969-12-30 23:59:59 Tue Tuesday Dec December 364 52 52 01 1970 70 2 2 11 PM 69 19 30 12/30/69 1969-12-30 23:59:59 23:59 11:59:59 PM Tue Dec 30 23:59:59 1969 12/30/69 23:59:59 Dec % GMT +0000
// stdout: Tue Dec 30 23:59:59 1969
// stdout: 34465599 71 33 3 0
// stdout: 0
// stdout: 1709251200 709210096.0
// stdout: Thu Feb 29 12:34:56 2024
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void) {
    time_t days[] = {0, 951782400, 1000000000, 1709210096, 4102444799, -86401};
    for (int i = 0; i < 6; i++) {
        struct tm *t = gmtime(&days[i]);
        char buf[200];
        size_t n = strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %V %G %g %u %w %I %p %y %C %e %D %F %T %R %r %c %x %X %h %% %Z %z", t);
        printf("%zu %s\n", n, buf);
        printf("%s", asctime(t));
        struct tm u = *t;
        u.tm_mday += 400; u.tm_hour -= 30; u.tm_sec += 100000;
        time_t back = mktime(&u);
        printf("%ld %d %d %d %d\n", (long)back, u.tm_year, u.tm_yday, u.tm_wday, u.tm_isdst);
        printf("%zu\n", strftime(buf, 5, "%Y-%m", t));
    }
    struct tm d = {0};
    d.tm_year = 124; d.tm_mon = 1; d.tm_mday = 30;
    printf("%ld %.1f\n", (long)mktime(&d), difftime(days[3], days[2]));
    printf("%s", ctime(&days[3]));
    return 0;
}
