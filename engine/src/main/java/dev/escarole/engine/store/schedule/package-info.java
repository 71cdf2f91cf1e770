/** What is on record about schedules, and the tables in which Quartz keeps its triggers. */
@NullMarked
package dev.escarole.engine.store.schedule;

import org.jspecify.annotations.NullMarked;
