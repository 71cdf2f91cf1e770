/**
 * Connections, schema and dialects of the database. This package does not know what the tables are
 * for.
 */
@NullMarked
package dev.escarole.engine.store.database;

import org.jspecify.annotations.NullMarked;
