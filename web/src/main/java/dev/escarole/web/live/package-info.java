/**
 * Live events: what happens in runs, as server-sent events. There is a stream of one run and one of
 * all runs, and a browser reads several over one connection; the README of the module has their
 * addresses and events. The data of every event is one JSON object: {@link
 * dev.escarole.web.app.run.EventData}, which a remote client reads back.
 *
 * <p>An id is {@code STREAM-SEQ}. {@code SEQ} increases by one from event to event; {@code STREAM}
 * names the stream for as long as the server keeps its latest events. Who comes back with an id
 * gets what it missed, or a new {@code snapshot} if that is no longer kept.
 */
@NullMarked
package dev.escarole.web.live;

import org.jspecify.annotations.NullMarked;
