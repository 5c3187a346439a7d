#ifndef INIT_H
#define INIT_H

struct S1 {
    unsigned long m0[7];
    double m1;
};
struct S2 {
    _Bool m0 : 1;
    _Bool m1 : 1;
};
struct S3 {
    _Bool m0 : 1;
    struct S1 m1;
};

extern long out4;
extern signed char in5;
extern unsigned long long mix6;
extern unsigned short out7;
extern long long mix8;
extern unsigned int mix9;
extern volatile unsigned long out10;
extern long in11;
extern unsigned char in12;
extern long in13;
extern unsigned char in14;
extern signed char mix15[17];
extern signed char out16[4][3];
extern struct S1 out17;
extern struct S1 out18;
extern struct S1 out19;
extern struct S2 mix20;
extern struct S2 out21;
extern struct S3 in22;
extern struct S3 out23;
extern struct S3 mix24;
extern double out25;
extern double mix26;
void test1(void);

#endif
