/** Stores of large outputs outside of the database: what one must do, and a shared directory. */
@NullMarked
package dev.escarole.engine.store.output;

import org.jspecify.annotations.NullMarked;
