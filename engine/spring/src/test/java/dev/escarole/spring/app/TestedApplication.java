package dev.escarole.spring.app;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application for a test of {@code @EscaroleTest}, whose own beans do not work there. */
@SpringBootApplication
class TestedApplication {}
