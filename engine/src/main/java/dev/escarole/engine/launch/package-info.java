/** Runs that are queued until their recipes allow one more at once. */
@NullMarked
package dev.escarole.engine.launch;

import org.jspecify.annotations.NullMarked;
