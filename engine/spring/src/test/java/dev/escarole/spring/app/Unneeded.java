package dev.escarole.spring.app;

import org.springframework.stereotype.Component;

/** Nothing that a test of recipes needs. */
@Component
class Unneeded {

  Unneeded() {
    throw new IllegalStateException("not in a test of recipes");
  }
}
