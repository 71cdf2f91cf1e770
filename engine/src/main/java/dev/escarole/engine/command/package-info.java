/**
 * Commands and their invocation: names and their artifacts, one invocation with its limits and
 * grants, and the named outcome with which it ends.
 *
 * <p>This package does not know how a command is executed or on whose behalf.
 */
@NullMarked
package dev.escarole.engine.command;

import org.jspecify.annotations.NullMarked;
