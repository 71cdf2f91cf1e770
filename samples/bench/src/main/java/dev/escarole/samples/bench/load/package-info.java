/** How many reads a second a server answers. */
@NullMarked
package dev.escarole.samples.bench.load;

import org.jspecify.annotations.NullMarked;
