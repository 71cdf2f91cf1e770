/** Kills engines with schedules again and again and accounts for every planned time. */
@org.jspecify.annotations.NullMarked
package dev.escarole.samples.bench.schedules;
