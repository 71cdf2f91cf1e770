/** Requests and replies about recipes. */
@NullMarked
package dev.escarole.web.app.recipe;

import org.jspecify.annotations.NullMarked;
