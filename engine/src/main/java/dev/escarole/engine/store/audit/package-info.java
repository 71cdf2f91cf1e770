/** The audit: command calls, lines of agents, and actions through a server. */
@NullMarked
package dev.escarole.engine.store.audit;

import org.jspecify.annotations.NullMarked;
