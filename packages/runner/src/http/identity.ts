// What the runner says that it is, to the service and to agents.

/** That of package.json, which a bundle does not have. */
export const version = "0.1.0";

/** Grows when the runner can do something that the service must know before it asks for it. */
export const protocol = 2;
