/** Runs whose recipes limit how many there are at once. */
@NullMarked
package dev.escarole.engine.store.launch;

import org.jspecify.annotations.NullMarked;
