package dev.escarole.web.page.draw;

/**
 * A segment of a time axis.
 *
 * @param word the state that it shows
 * @param x where it begins, such as {@code 12.5%} of the axis
 * @param width how long it is, likewise
 * @param title the text of its tooltip
 */
public record Segment(String word, String x, String width, String title) {}
