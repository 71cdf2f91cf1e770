/** The pages of the watched folder: what it holds, and one recipe with its form, plan and runs. */
@NullMarked
package dev.escarole.web.page.recipe;

import org.jspecify.annotations.NullMarked;
