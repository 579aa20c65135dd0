/** Something in the configuration cannot be used. The message says what to change. */
export class ConfigurationError extends Error {}
