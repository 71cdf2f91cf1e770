/** The engines that use one database, as their rows show them. */
@NullMarked
package dev.escarole.engine.store.node;

import org.jspecify.annotations.NullMarked;
