#ifndef INIT_H
#define INIT_H

struct S14 {
    int m0;
    unsigned char m1[3];
    unsigned long long m2[5];
    int m3;
    int m4;
    int m5[2];
};
struct S15 {
    int m0[3];
    int m1;
    double m2;
    long m3;
    unsigned int m4;
};

extern unsigned long long out16;
extern int mix17;
extern long out18;
extern short mix19;
extern unsigned int mix20;
extern volatile unsigned long in21;
extern unsigned long long out22;
extern unsigned long mix23;
extern int mix24;
extern int in25;
extern short in26;
extern unsigned char in27;
extern short in28;
extern unsigned char in29;
extern unsigned long in30[8][4];
extern double mix31[2][3][3];
extern int in32[3][2][3];
extern struct S15 mix33[20];
extern int mix34[5][4];
extern int mix35[4][6];
extern long double in36[8][4];
extern struct S14 mix37;
extern struct S15 in38;
extern struct S15 out39;
extern struct S15 mix40;
extern double mix41;
extern long double out42;
extern double out43;
long f44(struct S15, int);
void test1(void);

#endif
