typedef union { int i; float f; unsigned char bytes[4]; } Value;
typedef enum { INT, FLOAT } Kind;
typedef struct { Kind kind; Value value; } Cell;
extern Cell cells[2];
void show(Cell *cell, Kind *kind);
