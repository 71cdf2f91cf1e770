/** Printing on a terminal: columns, colours, numbers, JSON and safe text. */
@NullMarked
package dev.escarole.web.cli.text;

import org.jspecify.annotations.NullMarked;
