package dev.escarole.web.app.filter;

import dev.escarole.web.app.Documented;

/** A filter of the list of runs that has a name. */
public record FilterPicture(
    String name,
    @Documented("As in the address of the page 'Runs', such as 'status=failed&age=day'.")
        String query) {}
