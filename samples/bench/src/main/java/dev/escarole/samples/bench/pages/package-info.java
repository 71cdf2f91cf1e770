/**
 * Measures the pages of the dashboard in a browser, and makes the pictures of the documentation.
 */
@NullMarked
package dev.escarole.samples.bench.pages;

import org.jspecify.annotations.NullMarked;
