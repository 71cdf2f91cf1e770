package dev.escarole.spring.app;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** An application for a test of {@code @EscaroleTest}, whose properties are all wrong there. */
@SpringBootApplication
class TestedApplication {

  /** Nothing that a test of recipes needs. */
  @Component
  static class Unneeded {
    @Bean
    Object broken() {
      throw new IllegalStateException("not in a test of recipes");
    }
  }
}
