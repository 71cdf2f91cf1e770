/**
 * Live events: what happens in runs, as server-sent events.
 *
 * <p>There are two streams: one run, at {@code /runs/RUN/events} and {@code
 * /api/v1/runs/RUN/events}, and all runs of the installation, at {@code /runs/events} and {@code
 * /api/v1/runs/events}. Every event has a name, an id and one JSON object as its data: {@link
 * dev.escarole.web.app.run.EventData}, which a remote client reads back.
 *
 * <p><b>Ids and order.</b> An id is {@code STREAM-SEQ}. {@code SEQ} increases by one from event to
 * event and is in the data as {@code seq}, too; {@code STREAM} names the stream for as long as the
 * server keeps its latest events. A client that reconnects with {@code Last-Event-ID} (or {@code
 * ?after=ID}) gets what it missed. If that is no longer kept, or a client reads too slowly, a new
 * {@code snapshot} comes instead.
 *
 * <p><b>One run.</b>
 *
 * <ul>
 *   <li>{@code snapshot}: {@code {"seq", "run", "recipe", "status", "startedAt", "counts", "steps",
 *       "joins"}}. {@code steps} holds every step that is not {@code pending}.
 *   <li>{@code delta}: {@code {"seq", "run", "counts", "steps", "joins"}}: the steps that changed,
 *       each once, as it is now, and the joins that were decided. {@code steps} and {@code joins}
 *       are left out when empty. {@code status} is added if the run was interrupted.
 *   <li>{@code end}: {@code {"seq", "run", "status", "accepted", "endedAt", "durationMillis",
 *       "counts", "error"}}. Nothing follows; the connection ends. A request with the id of this
 *       event is answered 204, which tells browsers not to reconnect.
 * </ul>
 *
 * <p>A step is {@code {"path", "status", "attempt", "startedAt", "durationMillis", "until",
 * "outcome", "exitCode", "reason"}}; all but the first two are left out where they do not apply.
 * {@code status} is the word that pages and REST have for it, such as {@code degraded} for a
 * degraded join; {@code until} is when a {@code waiting} step is tried again. A join is what {@code
 * runs show --json} has for it. {@code counts} is {@code {"leaves": TALLY, "branches": TALLY}},
 * each {@code {"done", "failed", "skipped", "cancelled", "running", "pending"}}, or null if
 * unknown. Times are ISO 8601 in UTC.
 *
 * <p><b>All runs.</b> {@code snapshot} and {@code delta} hold {@code {"seq", "runs"}}; in a
 * snapshot all running ones, in a delta those that started, made progress or ended. A run is {@code
 * {"run", "recipe", "status", "startedAt", "durationMillis", "counts"}}. This stream has no {@code
 * end}.
 *
 * <p><b>Shared.</b> A browser reads one stream for all its tabs, at {@code /live/events}: {@code
 * ?of=runs&of=RUN} names at most 50 topics, and {@code &after=ID}, once for each stream, the last
 * event that was read. Events and ids are those of the streams above; {@code gone}: {@code {"run"}}
 * means that there is no such run. The connection stays open when its runs have ended. {@code
 * &browser=NAME} replaces the caller's connection of that name. One session has at most ten
 * connections.
 *
 * <p>An idle stream sends a comment every few seconds, so that both sides notice when the other is
 * gone.
 */
@NullMarked
package dev.escarole.web.live;

import org.jspecify.annotations.NullMarked;
