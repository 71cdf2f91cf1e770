/**
 * Rows of programs that can be added by name: where each is published, its hash, and how it is
 * fetched, verified and proved.
 */
@NullMarked
package dev.escarole.engine.catalog;

import org.jspecify.annotations.NullMarked;
