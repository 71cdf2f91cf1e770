/**
 * Authorization and audit of command calls: the broker applies six checks before anything runs,
 * passes accepted calls to a {@link dev.escarole.engine.broker.CommandRunner} and audits every
 * call.
 */
@NullMarked
package dev.escarole.engine.broker;

import org.jspecify.annotations.NullMarked;
