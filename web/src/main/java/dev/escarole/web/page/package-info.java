/**
 * The pages that people see, made on the server from compiled templates. A page asks {@code
 * web.app.local} for what it shows; what a browser runs are htmx and small scripts of our own.
 */
@NullMarked
package dev.escarole.web.page;

import org.jspecify.annotations.NullMarked;
