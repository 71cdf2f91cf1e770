/** Tests of recipes in applications of Spring Boot. */
@NullMarked
package dev.escarole.spring.test;

import org.jspecify.annotations.NullMarked;
