/** Keeps results of commands to be used again. */
@NullMarked
package dev.escarole.engine.store.cache;

import org.jspecify.annotations.NullMarked;
