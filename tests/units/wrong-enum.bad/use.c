typedef enum { RED, BLUE } Colour;
int use(Colour colour) { return colour; }
