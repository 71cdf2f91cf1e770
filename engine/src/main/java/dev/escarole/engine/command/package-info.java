/**
 * What a command is and what invoking one means: names and the artifacts behind them, one
 * invocation with its limits and grants, and the one named outcome that it ends with.
 *
 * <p>Nothing in here knows how a command is executed or on whose behalf.
 */
@NullMarked
package dev.escarole.engine.command;

import org.jspecify.annotations.NullMarked;
