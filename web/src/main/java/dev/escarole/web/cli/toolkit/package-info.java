/** The commands {@code commands build} and {@code toolkit}: from source to commands and back. */
@NullMarked
package dev.escarole.web.cli.toolkit;

import org.jspecify.annotations.NullMarked;
