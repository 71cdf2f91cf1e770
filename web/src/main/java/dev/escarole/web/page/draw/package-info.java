/** Pictures that pages are made of, as numbers that templates turn into SVG. */
@NullMarked
package dev.escarole.web.page.draw;

import org.jspecify.annotations.NullMarked;
