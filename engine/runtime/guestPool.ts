// The contexts of a program that wait for their next run.
import type { ProgramOptions } from "./contract";
import type { Guest } from "./guest";

/** Runs that overlap need a context each, and one costs 250 kB and about a millisecond. */
const MAX_IDLE = 64;
/** What a quiet deployment keeps. */
const KEPT_IDLE = 8;
const TRIM_AFTER_MS = 10_000;

export class GuestPool {
  readonly #mode: ProgramOptions["contexts"];
  readonly #make: () => Guest;
  #idle: Guest[] = [];
  #isRetired = false;
  #trimTimer: NodeJS.Timeout | null = null;

  constructor(mode: ProgramOptions["contexts"], make: () => Guest) {
    this.#mode = mode;
    this.#make = make;
  }

  /** The one used last, whose memory is warm. */
  take(): Guest {
    return this.#idle.pop() ?? this.#make();
  }

  giveBack(guest: Guest): void {
    if (this.#mode === "fresh" || this.#isRetired || guest.isSpoiled || this.#idle.length >= MAX_IDLE) return;
    this.#idle.push(guest);
    if (this.#idle.length > KEPT_IDLE) this.#trimTimer ??= setTimeout(() => this.#trim(), TRIM_AFTER_MS).unref();
  }

  retire(): void {
    this.#isRetired = true;
    this.#idle = [];
    if (this.#trimTimer) clearTimeout(this.#trimTimer);
  }

  #trim(): void {
    this.#trimTimer = null;
    this.#idle = this.#idle.slice(-KEPT_IDLE);
  }
}
