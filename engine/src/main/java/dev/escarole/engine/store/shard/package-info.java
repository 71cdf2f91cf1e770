/** The rows of shards: commands of wide parallel nodes on their way between engines. */
@NullMarked
package dev.escarole.engine.store.shard;

import org.jspecify.annotations.NullMarked;
