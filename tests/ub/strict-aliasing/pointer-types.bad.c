// C17 6.5p7: int * and float * are not compatible.
int main(void) {
    int x = 3;
    int *p = &x;
    float **q = (float **)&p;
    return *q == 0; //~ UB strict-aliasing
}
