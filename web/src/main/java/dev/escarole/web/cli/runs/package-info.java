/** The commands under {@code runs}: what became of earlier runs, and what to do with them. */
@NullMarked
package dev.escarole.web.cli.runs;

import org.jspecify.annotations.NullMarked;
