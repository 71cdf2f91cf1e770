/**
 * Metrics in Prometheus' text format. Labels come from closed sets, never from runs, paths or
 * principals, so their number stays small.
 */
@NullMarked
package dev.escarole.web.metrics;

import org.jspecify.annotations.NullMarked;
