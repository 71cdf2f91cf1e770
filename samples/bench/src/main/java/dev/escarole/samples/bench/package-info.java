/**
 * What a leaf costs, beside what starting a process costs, measured on one machine in one go.
 *
 * <p>Every contender is measured once in every round, so that whatever disturbs the machine
 * disturbs all of them; what is reported is the median over the rounds.
 */
@NullMarked
package dev.escarole.samples.bench;

import org.jspecify.annotations.NullMarked;
