package com.example.orders;

import java.math.BigDecimal;

/** A line of the file of orders. */
record Order(int number, String customer, int pieces, BigDecimal price) {

  /** What is stored of it. */
  record PricedOrder(int number, String customer, BigDecimal total) {}

  PricedOrder at(String total) {
    return new PricedOrder(number, customer, new BigDecimal(total.strip()));
  }
}
