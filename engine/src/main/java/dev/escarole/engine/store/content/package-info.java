/** Keeps inputs and outputs, each once by its SHA-256, and deletes those that nothing refers to. */
@NullMarked
package dev.escarole.engine.store.content;

import org.jspecify.annotations.NullMarked;
