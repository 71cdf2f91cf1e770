/** Recipes in JUnit tests. */
@NullMarked
package dev.escarole.junit;

import org.jspecify.annotations.NullMarked;
