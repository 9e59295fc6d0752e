volatile double sum;

int main(void) {
  sum = sum + 1;
  return 0;
}
