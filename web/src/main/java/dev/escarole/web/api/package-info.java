/** The REST interface under {@code /api/v1}, and the document that describes it. */
@NullMarked
package dev.escarole.web.api;

import org.jspecify.annotations.NullMarked;
