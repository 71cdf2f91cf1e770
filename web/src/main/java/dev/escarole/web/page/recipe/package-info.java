/** The pages of recipes: the list, and one recipe with its form, plan and runs. */
@NullMarked
package dev.escarole.web.page.recipe;

import org.jspecify.annotations.NullMarked;
