/* The lines are counted in image_test.cpp. */
extern int value(void);
static int sum;

static int twice(int x);

int main(void) {
  sum += value();
  return twice(sum);
}

__attribute__((noinline)) static int twice(int x) {
  return x + x;
}
