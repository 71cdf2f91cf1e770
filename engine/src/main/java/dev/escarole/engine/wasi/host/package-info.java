/** Host directories for guests: accessed one name at a time, never through a symbolic link. */
@NullMarked
package dev.escarole.engine.wasi.host;

import org.jspecify.annotations.NullMarked;
