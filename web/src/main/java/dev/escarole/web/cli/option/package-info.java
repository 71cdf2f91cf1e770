/** Options shared by several commands, and the data directory or server that they name. */
@NullMarked
package dev.escarole.web.cli.option;

import org.jspecify.annotations.NullMarked;
