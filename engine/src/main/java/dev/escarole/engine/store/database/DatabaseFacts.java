package dev.escarole.engine.store.database;

/**
 * What a database says of itself. Immutable.
 *
 * @param product such as {@code H2} or {@code PostgreSQL}
 * @param version the product's version
 * @param schema the newest migration of the schema
 * @param bytes what it takes on disk, or in memory if it has no file
 */
public record DatabaseFacts(String product, String version, String schema, long bytes) {}
