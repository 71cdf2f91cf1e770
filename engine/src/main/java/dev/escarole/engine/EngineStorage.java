package dev.escarole.engine;

import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.database.Database.DatabaseFacts;

/**
 * Statistics of an engine's storage. Immutable.
 *
 * @param cache the result cache
 */
public record EngineStorage(DatabaseFacts database, KeptResults.Stats cache) {}
