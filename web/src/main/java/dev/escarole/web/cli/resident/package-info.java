/**
 * A resident server calls commands for other processes, whose Java need not load more than a
 * socket: same command line, already warm. The client is {@code ResidentClient}.
 */
@NullMarked
package dev.escarole.web.cli.resident;

import org.jspecify.annotations.NullMarked;
