/** The server cannot be started, or has ended. Trying again would not help. */
export class DevServerError extends Error {
  constructor(
    message: string,
    /** The last of what it wrote. */
    readonly output = "",
  ) {
    super(message);
  }
}
