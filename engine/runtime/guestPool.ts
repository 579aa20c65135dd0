// The contexts of a program that wait for their next run.
import { memoryLimits } from "../memoryLimits";
import type { ProgramOptions } from "./contract";
import type { Guest } from "./guest";
import { afterRejectionReports } from "./rejections";

/** Each run at the same time needs a context of its own, which also takes about a millisecond to make. */
const BYTES_OF_CONTEXT = 256 * 1024;
const MAX_IDLE = memoryLimits.idleContexts / BYTES_OF_CONTEXT;
/** How many idle contexts a quiet deployment keeps. */
const KEPT_IDLE = MAX_IDLE / 8;
const TRIM_AFTER_MS = 30_000;

export class GuestPool {
  readonly #mode: ProgramOptions["contexts"];
  readonly #make: () => Guest;
  #idle: Guest[] = [];
  /**
   * Contexts that were returned in this turn of the loop, and whose unhandled rejections Node has not yet reported.
   * Their runs answered without waiting for that report. Another run that does not wait either may use such a context
   * while it is warm. A rejection in it could then belong to either run. So a query or mutation whose answer waits for
   * the report never gets such a context: it must not be blamed for another run.
   */
  #unreported: Guest[] = [];
  /** The context that HTTP actions share. */
  #common: Guest | null = null;
  #isRetired = false;
  #trimTimer: NodeJS.Timeout | null = null;

  constructor(mode: ProgramOptions["contexts"], make: () => Guest) {
    this.#mode = mode;
    this.#make = make;
  }

  /**
   * Takes the context that was used most, because its code is compiled. The one returned last may be cold after many
   * runs at the same time.
   */
  take(mayShare: boolean): Guest {
    const shared = mayShare ? this.#unreported.pop() : undefined;
    const guest = shared ?? this.#idle.pop() ?? this.#make();
    if (shared) shared.isShared = true;
    guest.runs++;
    return guest;
  }

  /**
   * Takes the context that HTTP actions share: one that waits costs what its own objects cost, not a context and the
   * modules in it. A context that a run has damaged takes no further runs, and those in it may finish.
   */
  takeCommon(): Guest {
    if (this.#mode !== "shared") return this.take(true);
    if (!this.#common?.isFit()) this.#common = this.#make();
    this.#common.isSuspect = false;
    this.#common.isCommon = true;
    return this.#common;
  }

  giveBack(guest: Guest, mayShare: boolean): void {
    if (guest.isCommon || this.#mode === "fresh" || this.#isRetired || !guest.isFit()) return;
    guest.isSuspect = false;
    if (!mayShare) return this.#rest(guest);
    insertByRuns(this.#unreported, guest);
    afterRejectionReports(() => this.#told(guest));
  }

  #told(guest: Guest): void {
    guest.isShared = false;
    guest.hasEarlyAnswers = false;
    const place = this.#unreported.indexOf(guest);
    if (place === -1) return;
    this.#unreported.splice(place, 1);
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
    this.#common = null;
    if (this.#trimTimer) clearTimeout(this.#trimTimer);
  }

  #trim(): void {
    this.#trimTimer = null;
    this.#idle = this.#idle.slice(-KEPT_IDLE);
  }
}

/** Keeps the list sorted: the context that was used most is last. */
function insertByRuns(guests: Guest[], guest: Guest): void {
  let place = guests.length;
  while (place > 0 && (guests[place - 1]?.runs ?? 0) > guest.runs) place--;
  guests.splice(place, 0, guest);
}
