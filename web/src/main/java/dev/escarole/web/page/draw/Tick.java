package dev.escarole.web.page.draw;

/**
 * A mark on a time axis.
 *
 * @param x where it stands, such as {@code 12.5%} of the axis
 * @param label the time since the axis begins
 */
public record Tick(String x, String label) {}
