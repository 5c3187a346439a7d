typedef struct { int n; } Item;
typedef struct { Item *first, *all[2]; Item *(*next)(Item **); } Pool;
extern Pool pool;
Item *take(Item **from);
