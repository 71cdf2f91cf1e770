/**
 * HTTP as a capability: what is permitted, how requests are made, and secrets put in at the host.
 */
@NullMarked
package dev.escarole.engine.http;

import org.jspecify.annotations.NullMarked;
