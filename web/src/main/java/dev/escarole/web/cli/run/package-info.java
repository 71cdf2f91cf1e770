/** Commands that work with a recipe, and how a run looks while it goes on and when it is over. */
@NullMarked
package dev.escarole.web.cli.run;

import org.jspecify.annotations.NullMarked;
