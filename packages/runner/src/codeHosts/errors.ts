/** The code host has refused a request, cannot be reached, or has answered with something else than its API does. */
export class CodeHostError extends Error {
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }

  /** Whether the host says that there is no such thing for this key, or that the key may not do this. */
  get isRefusal(): boolean {
    return this.status !== null && [401, 403, 404, 410].includes(this.status);
  }
}

/** The code host wants no request for this time. */
export class CodeHostBusyError extends CodeHostError {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** Returns null where the host says that there is no such thing, or that the key may not see it. */
export async function nullIfRefused<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof CodeHostError && error.isRefusal) return null;
    throw error;
  }
}

/** Returns null where the host says that there is no such thing. */
export async function nullIfMissing<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof CodeHostError && error.status === 404) return null;
    throw error;
  }
}
