/**
 * Who may run which command: the broker walks six refusals before anything executes, hands what is
 * left to a {@link dev.escarole.engine.broker.CommandRunner} and audits every call.
 */
@NullMarked
package dev.escarole.engine.broker;

import org.jspecify.annotations.NullMarked;
