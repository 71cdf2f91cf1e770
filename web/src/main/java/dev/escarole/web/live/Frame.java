package dev.escarole.web.live;

/**
 * One event as it goes over the wire, made once for all who watch. The bytes are shared and must
 * not be changed.
 *
 * @param seq its place in the stream; a snapshot has that of the event before which it stands
 * @param last whether nothing follows
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody; copying is what it saves.
record Frame(long seq, byte[] bytes, boolean last) {}
