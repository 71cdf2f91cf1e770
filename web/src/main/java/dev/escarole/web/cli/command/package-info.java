/**
 * Commands that work with programs: {@code commands}, {@code exec}, {@code sh} and {@code handle}.
 */
@NullMarked
package dev.escarole.web.cli.command;

import org.jspecify.annotations.NullMarked;
