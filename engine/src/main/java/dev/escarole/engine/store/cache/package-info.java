/** Cache of command results. */
@NullMarked
package dev.escarole.engine.store.cache;

import org.jspecify.annotations.NullMarked;
