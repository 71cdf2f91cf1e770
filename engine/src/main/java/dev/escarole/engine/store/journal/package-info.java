/** The journal: records events of runs in groups that are committed together. */
@NullMarked
package dev.escarole.engine.store.journal;

import org.jspecify.annotations.NullMarked;
