/** HTTP as a capability: permissions, requests, and secrets that are put in at the host. */
@NullMarked
package dev.escarole.engine.http;

import org.jspecify.annotations.NullMarked;
