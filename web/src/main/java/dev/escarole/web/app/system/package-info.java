/** Requests and replies about the installation itself. */
@NullMarked
package dev.escarole.web.app.system;

import org.jspecify.annotations.NullMarked;
