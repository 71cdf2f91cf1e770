/** Steps that wait for people or programs, and what was decided about them. */
@NullMarked
package dev.escarole.engine.store.await;

import org.jspecify.annotations.NullMarked;
