/** A watched folder of recipes and Command Handles. Only reads files. */
@NullMarked
package dev.escarole.engine.folder;

import org.jspecify.annotations.NullMarked;
