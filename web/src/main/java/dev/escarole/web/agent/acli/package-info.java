/**
 * The agent command line: one line of text in, one small JSON answer out. Lines are split and
 * guarded, routed to a command, their arguments typed, the command carried out by a plain call, and
 * everything audited. It knows neither MCP nor what the commands do.
 */
@NullMarked
package dev.escarole.web.agent.acli;

import org.jspecify.annotations.NullMarked;
