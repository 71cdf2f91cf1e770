/**
 * The agent command line: one line of text in, one small JSON answer out. Lines are split, checked,
 * routed to a command, bound to typed arguments, executed by a method call, and audited. This
 * package knows neither MCP nor the commands.
 */
@NullMarked
package dev.escarole.web.agent.acli;

import org.jspecify.annotations.NullMarked;
