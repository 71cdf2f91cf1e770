/** The commands under {@code runs}: showing, repeating and deleting earlier runs. */
@NullMarked
package dev.escarole.web.cli.runs;

import org.jspecify.annotations.NullMarked;
