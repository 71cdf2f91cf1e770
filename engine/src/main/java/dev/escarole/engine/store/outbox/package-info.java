/** Messages about runs that are still to be delivered, and what became of them. */
@NullMarked
package dev.escarole.engine.store.outbox;

import org.jspecify.annotations.NullMarked;
