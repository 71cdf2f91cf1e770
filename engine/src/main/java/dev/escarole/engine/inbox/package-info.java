/** Files that start runs: a directory whose files are claimed, run and answered one by one. */
@NullMarked
package dev.escarole.engine.inbox;

import org.jspecify.annotations.NullMarked;
