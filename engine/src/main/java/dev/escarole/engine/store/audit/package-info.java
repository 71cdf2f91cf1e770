/** Records calls of commands, lines of agents and what people and programs did through a server. */
@NullMarked
package dev.escarole.engine.store.audit;

import org.jspecify.annotations.NullMarked;
