/**
 * Connects to the database, makes its tables, and knows in what one database differs from another.
 * Nothing in here knows what the tables are for.
 */
@NullMarked
package dev.escarole.engine.store.database;

import org.jspecify.annotations.NullMarked;
