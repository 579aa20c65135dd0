/** The service has understood a call and refused it. It would refuse it again. */
export class CallRefusedError extends Error {
  constructor(
    readonly operation: string,
    readonly sentence: string,
  ) {
    super(`${operation}: ${sentence}`);
  }

  /** Whether another runner has claimed the job since, so that nothing may be reported any more. */
  get isStaleLease(): boolean {
    return this.sentence.startsWith("stale lease");
  }

  /** Whether a time had passed already when the call arrived, by the clock of the service. */
  get isTimeInPast(): boolean {
    return this.sentence.endsWith(" must be in the future.");
  }

  /** Whether the service, which may be older than the runner, does not know the operation. */
  get isUnknown(): boolean {
    return this.sentence.startsWith("There is no operation ");
  }

  /** Whether the service, which may be older than the runner, does not know a field or a word of the call. */
  get isMisunderstood(): boolean {
    return this.sentence.startsWith("args.");
  }

  /** Whether the id names nothing any more. */
  get isMissing(): boolean {
    return /^There is no [a-z ]+ with (the|this) id\b/.test(this.sentence);
  }
}

/** The address or the token is wrong, so no call can succeed. */
export class ServiceUnusableError extends Error {}

export class TokenRefusedError extends ServiceUnusableError {}
