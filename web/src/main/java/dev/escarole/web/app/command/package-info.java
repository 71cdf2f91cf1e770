/** Requests and replies about commands. */
@NullMarked
package dev.escarole.web.app.command;

import org.jspecify.annotations.NullMarked;
