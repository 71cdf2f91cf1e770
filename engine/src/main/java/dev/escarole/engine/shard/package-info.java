/** Wide parallel nodes over several engines of a database. */
@NullMarked
package dev.escarole.engine.shard;

import org.jspecify.annotations.NullMarked;
