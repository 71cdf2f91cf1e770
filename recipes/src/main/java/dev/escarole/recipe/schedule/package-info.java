/** When runs of recipes start: planned times, missed ones, and how many runs there are at once. */
@NullMarked
package dev.escarole.recipe.schedule;

import org.jspecify.annotations.NullMarked;
