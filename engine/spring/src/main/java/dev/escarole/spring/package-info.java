/** Escarole in applications of Spring Boot: an engine as a bean, and everything around it. */
@NullMarked
package dev.escarole.spring;

import org.jspecify.annotations.NullMarked;
