/** What the words of a command tree say about which steps read the output of others. */
@NullMarked
package dev.escarole.recipe.flow;

import org.jspecify.annotations.NullMarked;
