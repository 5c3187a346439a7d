/* Two files of one program: gadfly run examples/units/main.c examples/units/area.c
   This file's idea of `area` is out of date, and no compiler that sees one file at a time can know. */
#include <stdio.h>

int area(int width, int height);

int main(void)
{
    printf("%d\n", area(6, 7));
    return 0;
}
