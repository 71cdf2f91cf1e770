/** The configuration file: options that are written down once. */
@NullMarked
package dev.escarole.web.cli.config;

import org.jspecify.annotations.NullMarked;
