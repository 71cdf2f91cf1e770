/** Requests and replies about what commands printed: outputs, their tails, the log of a run. */
@NullMarked
package dev.escarole.web.app.output;

import org.jspecify.annotations.NullMarked;
