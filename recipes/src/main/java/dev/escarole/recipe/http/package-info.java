/** The HTTP requests that a recipe asks for. */
@NullMarked
package dev.escarole.recipe.http;

import org.jspecify.annotations.NullMarked;
