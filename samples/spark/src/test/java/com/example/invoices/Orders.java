package com.example.invoices;

import java.util.List;
import java.util.stream.IntStream;

/** Orders, every tenth of which is bad. */
final class Orders {

  private Orders() {}

  static List<String> lines(int count) {
    return IntStream.range(0, count).mapToObj(Orders::line).toList();
  }

  static String line(int number) {
    int quantity = number % 10 == 9 ? 0 : number % 7 + 1;
    return ("{\"id\": \"%d\", \"lines\":"
            + " [{\"quantity\": %d, \"cents\": %d}, {\"quantity\": 1, \"cents\": 5}]}")
        .formatted(number, quantity, number);
  }

  static String cents(int number) {
    return String.valueOf((number % 7 + 1) * number + 5);
  }
}
