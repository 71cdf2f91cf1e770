/** Requests and replies about the audit. */
@NullMarked
package dev.escarole.web.app.audit;

import org.jspecify.annotations.NullMarked;
