volatile unsigned narrow = 10;
volatile unsigned long long wide = 10;

int main(void) {
  narrow = narrow / 3;
  wide = wide / 3;
  return 0;
}
