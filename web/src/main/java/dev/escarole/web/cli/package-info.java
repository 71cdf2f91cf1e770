/** The command line: reads arguments, calls the engine, and shows people what happens. */
@NullMarked
package dev.escarole.web.cli;

import org.jspecify.annotations.NullMarked;
