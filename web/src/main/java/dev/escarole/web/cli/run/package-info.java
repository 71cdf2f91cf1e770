/**
 * Commands that work with a recipe, and how a run is shown while it is under way and when it has
 * ended.
 */
@NullMarked
package dev.escarole.web.cli.run;

import org.jspecify.annotations.NullMarked;
