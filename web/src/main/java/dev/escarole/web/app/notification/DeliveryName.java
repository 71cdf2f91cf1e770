package dev.escarole.web.app.notification;

import dev.escarole.web.app.Param;

/** Names a delivery. */
public record DeliveryName(
    @Param(value = "Id of the delivery.", in = Param.Where.PATH, required = true) String id) {}
