package dev.escarole.engine.rehearsal;

/**
 * Something that a test did not find as expected. Both texts may have several lines.
 *
 * @param what what was looked at, such as {@code status} or {@code step 'count': stdout}
 * @param expected what it must be
 * @param actual what it is
 */
public record Mismatch(String what, String expected, String actual) {}
