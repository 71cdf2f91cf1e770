package dev.escarole.engine;

import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.database.Database.DatabaseFacts;

/**
 * What an engine has stored, as its database says. Immutable.
 *
 * @param cache results that are kept to be used again
 */
public record EngineStorage(DatabaseFacts database, KeptResults.Stats cache) {}
