/** How fast nodes on one PostgreSQL claim what waits for them, beside peers. */
@org.jspecify.annotations.NullMarked
package dev.escarole.samples.bench.cluster;
