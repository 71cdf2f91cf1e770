/** The commands {@code python} and {@code python3}: CPython, frozen after its start. */
@NullMarked
package dev.escarole.python;

import org.jspecify.annotations.NullMarked;
