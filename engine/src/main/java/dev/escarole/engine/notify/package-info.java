/** Tells people about runs: channels of the operator, and the delivery of messages to them. */
@NullMarked
package dev.escarole.engine.notify;

import org.jspecify.annotations.NullMarked;
