/** This engine among the others that use its database: reports, clocks, and who may claim runs. */
@NullMarked
package dev.escarole.engine.node;

import org.jspecify.annotations.NullMarked;
