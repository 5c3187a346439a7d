#ifndef INIT_H
#define INIT_H

struct S11 {
    int m0;
    unsigned int m1;
    unsigned long long m2;
    unsigned short m3;
    unsigned int m4;
    _Bool m5;
    unsigned int m6 : 11;
};
union U12 {
    char m0;
    unsigned char m1;
    signed char m2;
};
enum enum5 { E1, E2 = 23, E3 = 102, E4 = 143 };
enum enum10 { E6 = -8, E7 = -4, E8 = 23, E9 = 28 };

extern const unsigned char in13;
extern int out14;
extern const unsigned int in15;
extern char mix16;
extern const unsigned char in17;
extern const long in18;
extern const long in19;
extern const unsigned int in20;
extern const double in21[16];
extern enum enum10 out22[10];
extern const short in23[20];
extern const struct S11 in24;
extern struct S11 out25;
extern const struct S11 in26;
extern union U12 mix27;
extern const union U12 in28;
extern long double mix29;
extern long double mix30;
extern const short *ptr31;
void test1(void);

#endif
