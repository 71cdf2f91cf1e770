/** Options that several commands share, and what they lead to: a data directory or a server. */
@NullMarked
package dev.escarole.web.cli.option;

import org.jspecify.annotations.NullMarked;
