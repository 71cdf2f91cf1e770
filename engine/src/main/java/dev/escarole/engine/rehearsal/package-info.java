/** Tests of recipes: the real plan and the real run machine with scripted leaves. */
@NullMarked
package dev.escarole.engine.rehearsal;

import org.jspecify.annotations.NullMarked;
