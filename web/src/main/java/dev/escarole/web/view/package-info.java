/**
 * The one JSON shape in which Escarole shows runs, problems and commands, whoever asks: the command
 * line, and later the server. {@code web/README.md} is its contract.
 */
@NullMarked
package dev.escarole.web.view;

import org.jspecify.annotations.NullMarked;
