package dev.escarole.web.service;

import dev.escarole.engine.broker.Principal;

/**
 * Who does something through a server.
 *
 * @param principal on whose behalf commands run that the actor starts
 * @param origin the address that the request came from, or the name of another way in
 */
public record Actor(Principal principal, String origin) {}
