/** When recipes are launched by themselves: planned times, and the rules about missed ones. */
@NullMarked
package dev.escarole.recipe.schedule;

import org.jspecify.annotations.NullMarked;
