// C17 6.7.3p10: declarations of one pointer to differently qualified types.
extern int *p;
extern const int *p;
int main(void) { return 0; }
