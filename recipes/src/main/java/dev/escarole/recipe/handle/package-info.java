/**
 * Command Handles: files that describe one command as a tool with named parameters. {@link
 * dev.escarole.recipe.handle.HandleReader} reads them; a {@link
 * dev.escarole.recipe.handle.CommandHandle} turns the arguments of a call into a {@link
 * dev.escarole.recipe.handle.HandleCall}, which says what to run and how to interpret its outcome.
 * Nothing here runs commands.
 */
@NullMarked
package dev.escarole.recipe.handle;

import org.jspecify.annotations.NullMarked;
