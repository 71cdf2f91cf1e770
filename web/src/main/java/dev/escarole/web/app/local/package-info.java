/**
 * What people and programs can ask of a running server, whatever the way they ask: pages, REST and
 * agents are its faces. Knows nothing of HTTP.
 */
@NullMarked
package dev.escarole.web.app.local;

import org.jspecify.annotations.NullMarked;
