// C17 6.6p6: the length at file scope is no integer constant expression.
int n = 3;
int a[n];
int main(void) { return 0; }
