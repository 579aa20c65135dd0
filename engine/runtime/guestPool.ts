// The contexts of a program that wait for their next run.
import type { ProgramOptions } from "./contract";
import type { Guest } from "./guest";
import { afterRejections } from "./rejections";

/** Runs that overlap need a context each, and one costs 250 kB and about a millisecond. */
const MAX_IDLE = 64;
/** What a quiet deployment keeps. */
const KEPT_IDLE = 8;
const TRIM_AFTER_MS = 60_000;

export class GuestPool {
  readonly #mode: ProgramOptions["contexts"];
  readonly #make: () => Guest;
  #idle: Guest[] = [];
  /**
   * Given back in this turn of the loop by runs whose answers did not wait for Node to tell of their rejections. The
   * next such run may have them, still warm; nobody could say which of the two a rejection belongs to. A query or
   * mutation whose answer waits must not be blamed for another's.
   */
  #untold: Guest[] = [];
  #isRetired = false;
  #trimTimer: NodeJS.Timeout | null = null;

  constructor(mode: ProgramOptions["contexts"], make: () => Guest) {
    this.#mode = mode;
    this.#make = make;
  }

  /** The one used most, whose code is compiled: after many runs at a time the last one given back may be a cold one. */
  take(mayShare: boolean): Guest {
    const shared = mayShare ? this.#untold.pop() : undefined;
    const guest = shared ?? this.#idle.pop() ?? this.#make();
    if (shared) shared.isShared = true;
    guest.runs++;
    return guest;
  }

  giveBack(guest: Guest, mayShare: boolean): void {
    if (this.#mode === "fresh" || this.#isRetired || !guest.isFit()) return;
    guest.isSuspect = false;
    if (!mayShare) return this.#rest(guest);
    insertByRuns(this.#untold, guest);
    afterRejections(() => this.#told(guest));
  }

  #told(guest: Guest): void {
    guest.isShared = false;
    guest.hasEarlyAnswers = false;
    const place = this.#untold.indexOf(guest);
    if (place === -1) return;
    this.#untold.splice(place, 1);
    this.#rest(guest);
  }

  #rest(guest: Guest): void {
    if (this.#isRetired || this.#idle.length >= MAX_IDLE) return;
    insertByRuns(this.#idle, guest);
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

/** The most used one last. */
function insertByRuns(guests: Guest[], guest: Guest): void {
  let place = guests.length;
  while (place > 0 && (guests[place - 1]?.runs ?? 0) > guest.runs) place--;
  guests.splice(place, 0, guest);
}
