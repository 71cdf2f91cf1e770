/** The application of another process, asked over HTTP or a Unix domain socket. */
@NullMarked
package dev.escarole.web.app.remote;

import org.jspecify.annotations.NullMarked;
