/**
 * The watched folder: which recipes and Command Handles lie in it at this moment. It reads files
 * and runs nothing.
 */
@NullMarked
package dev.escarole.engine.folder;

import org.jspecify.annotations.NullMarked;
