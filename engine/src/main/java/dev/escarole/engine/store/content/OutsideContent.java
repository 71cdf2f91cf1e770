package dev.escarole.engine.store.content;

/**
 * What the database has of a content that is kept outside of it. Immutable by convention.
 *
 * @param size of the whole content
 * @param key of the object that holds it
 * @param hashes of its blocks, see {@link BlockHashes}
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutsideContent(String sha256, long size, String key, byte[] hashes) {}
