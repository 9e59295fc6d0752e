/* One object of each kind of memory. */
const char constants[5] = "page";
int initialised[3] = {1, 2, 3};
int zero[4];
const int* pointer = &initialised[1];
static int hidden[2];
int* reveal(void) {
  return hidden;
}
