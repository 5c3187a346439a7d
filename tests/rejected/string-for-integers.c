// C17 6.7.9p14: only arrays of characters are initialised by a string, with or without braces of their own.
struct text { int length; long body[4]; };
int main(void) { struct text a = {1, "abc"}; return a.length; }
