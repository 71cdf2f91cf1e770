package dev.escarole.engine.schedule;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.schedule.Schedule;

/**
 * A schedule in force.
 *
 * @param number its key in the database
 * @param recipe its recipe's name in the folder
 * @param definition the recipe in force
 */
record ScheduleEntry(long number, String recipe, Recipe definition, Schedule schedule) {}
