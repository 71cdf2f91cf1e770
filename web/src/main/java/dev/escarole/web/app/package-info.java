/**
 * The application: everything that can be asked of an installation. {@link
 * dev.escarole.web.app.Escarole} has a method for each verb, {@link dev.escarole.web.app.Verbs} a
 * row. Pages, REST, agents and the command line are faces of it: they translate, and nothing else.
 * Knows nothing of HTML, of the command line or of MCP.
 */
@NullMarked
package dev.escarole.web.app;

import org.jspecify.annotations.NullMarked;
