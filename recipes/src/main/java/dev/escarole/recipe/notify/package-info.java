/** Who is told about runs: events, and the names of channels. */
@NullMarked
package dev.escarole.recipe.notify;

import org.jspecify.annotations.NullMarked;
