/**
 * Live events: what happens in runs, told to who watches, as server-sent events.
 *
 * <p>There are two streams. That of one run is at {@code /runs/RUN/events} and at {@code
 * /api/v1/runs/RUN/events}; that of all runs of this server at {@code /runs/events} and at {@code
 * /api/v1/runs/events}. Every event has a name, an id and one JSON object as its data.
 *
 * <p><b>Ids and order.</b> An id is {@code STREAM-SEQ}. {@code SEQ} grows by one from event to
 * event and is in the data as {@code seq}, too; {@code STREAM} names the stream for as long as the
 * server keeps its last events. Who comes back with {@code Last-Event-ID} (or {@code ?after=ID})
 * gets what was missed. If that is kept no more, or if somebody reads more slowly than things
 * happen, a fresh {@code snapshot} comes instead; nothing is ever missing after that.
 *
 * <p><b>One run.</b>
 *
 * <ul>
 *   <li>{@code snapshot}: {@code {"seq", "run", "recipe", "status", "startedAt", "counts", "steps",
 *       "joins"}}. {@code steps} holds every step that is not {@code pending}; who hears it takes
 *       all others for {@code pending}.
 *   <li>{@code delta}: {@code {"seq", "run", "counts", "steps", "joins"}}: the steps that have
 *       changed, each as it is now (a step that has changed five times is there once), and the
 *       joins that were decided. {@code steps} and {@code joins} are left out when empty.
 *   <li>{@code end}: {@code {"seq", "run", "status", "endedAt", "durationMillis", "counts",
 *       "error"}}: the run is over and nothing follows; the connection ends. Who asks again with
 *       the id of this event is answered 204, which tells browsers to stay away.
 * </ul>
 *
 * <p>A step is {@code {"path", "status", "attempt", "startedAt", "durationMillis", "until",
 * "outcome", "exitCode", "reason"}}; all but the first two are left out where they say nothing.
 * {@code status} is a step state in lower case. {@code startedAt} is when the step last began,
 * {@code durationMillis} how long it took, once it has ended; {@code until} when a {@code waiting}
 * step tries again. A join is what {@code runs show --json} has for it, without {@code state}.
 * {@code counts} is {@code {"leaves": TALLY, "branches": TALLY}}, each {@code {"done", "failed",
 * "skipped", "cancelled", "running", "pending"}}, or null where nobody counted. Times are ISO 8601
 * in UTC.
 *
 * <p><b>All runs.</b> {@code snapshot} and {@code delta} hold {@code {"seq", "runs"}}; in a
 * snapshot all that are under way in this server, in a delta those that have started, come further
 * or ended. A run is {@code {"run", "recipe", "status", "startedAt", "durationMillis", "counts"}}.
 * This stream has no {@code end}.
 *
 * <p><b>Shared.</b> A browser reads one stream for all its tabs, at {@code /live/events}: {@code
 * ?of=runs&of=RUN} names what is wanted, at most 50 topics, and {@code &after=ID}, once for each
 * stream, what was seen of it. Its events are those of the streams above, with their ids; {@code
 * gone}: {@code {"run"}} says that there is no such run. It stays when its runs are over, and
 * without a topic it brings the comments alone. With {@code &browser=NAME} it takes the place of
 * the connection that the same caller had under that name. One session has at most ten connections.
 *
 * <p>When nothing happens, a comment comes every few seconds, so that both sides notice when the
 * other is gone.
 */
@NullMarked
package dev.escarole.web.live;

import org.jspecify.annotations.NullMarked;
