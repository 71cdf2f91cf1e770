package dev.escarole.web.agent.command;

/**
 * Something of a run that can be read. Immutable.
 *
 * @param path which run, and what of it, such as {@code RUN/result}
 * @param description one line about it
 * @param mimeType what it is
 */
public record ListedDocument(String path, String description, String mimeType) {}
