/** Escarole's commands for agents. */
@NullMarked
package dev.escarole.web.agent.command;

import org.jspecify.annotations.NullMarked;
