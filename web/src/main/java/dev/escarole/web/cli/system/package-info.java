/**
 * Commands that show and manage an installation: {@code audit}, {@code cache} and {@code policy}.
 */
@NullMarked
package dev.escarole.web.cli.system;

import org.jspecify.annotations.NullMarked;
