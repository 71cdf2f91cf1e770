/**
 * Figures for those who watch over a server, in Prometheus' text format. Labels come from closed
 * sets: no run, path, principal or other free text is ever one, so their number stays small.
 */
@NullMarked
package dev.escarole.web.metrics;

import org.jspecify.annotations.NullMarked;
