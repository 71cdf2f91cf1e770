/** Schedules of the recipe folder: launches at planned times, each once. */
@NullMarked
package dev.escarole.engine.schedule;

import org.jspecify.annotations.NullMarked;
