// A context in which functions run, one at a time. It has its own globals, modules and microtask queue.
import { type Context, constants, createContext, Script } from "node:vm";
import { activeRunOrNull } from "./activeRun";
import { closeConstructors } from "./constructors";
import { type InstalledGlobals, installGlobals } from "./globals/install";
import { guardListeners } from "./globals/listeners";
import { attributeStreamPromises } from "./globals/streamPromises";
import { Linker, type ModuleExports } from "./linker";
import { replacementsIn } from "./package/link";
import type { Replacements } from "./package/replacements";
import { Randomness } from "./randomness";
import { type Realm, realmOf, recogniseHostErrors } from "./realm";
import { claimRejections } from "./rejections";
import type { Run } from "./run";
import type { Scripts } from "./scripts";

export interface ImportPhase {
  now: number;
  seed: Uint8Array;
}

/** Functions see UTC as the local time zone, as on Convex. V8 has one time zone for the whole process. */
process.env["TZ"] = "UTC";

closeConstructors();
guardListeners();
attributeStreamPromises();

/** A script that does nothing. Evaluating it makes the context run its waiting microtasks. */
const EMPTY = new Script("0");

export class Guest {
  readonly scripts: Scripts;
  readonly realm: Realm;
  readonly replacements: Replacements;
  readonly importNow: number;
  readonly importRandomness: Randomness;
  /** How many runs have begun in this context and are not over. Several may only be open in a common context. */
  openRuns = 0;
  /** The run that began last, until it is over. */
  run: Run | null = null;
  /** HTTP actions share this context while they wait. */
  isCommon = false;
  /** How many runs this context has served. */
  runs = 0;
  /** The context must not serve another run: something of the current run may still be alive in it. */
  isSpoiled = false;
  /** A run in this context has failed. The cause may be what another run did to the context. */
  isSuspect = false;
  /** Two runs have used the context in one turn of the loop, so its rejections cannot be attributed to either. */
  isShared = false;
  /** Mutations in this context have returned results, and Node has not yet reported their unhandled rejections. */
  hasEarlyAnswers = false;
  readonly #context: Context;
  readonly #globals: InstalledGlobals;
  readonly #linker: Linker;

  constructor(scripts: Scripts, importPhase: ImportPhase) {
    this.scripts = scripts;
    this.importNow = importPhase.now;
    this.importRandomness = new Randomness(importPhase.seed);
    this.#context = createContext(constants.DONT_CONTEXTIFY, {
      microtaskMode: "afterEvaluate",
      // As on Convex, code may not be compiled from text. Otherwise a package that does so would work here and fail
      // there.
      codeGeneration: { strings: false },
    });
    this.realm = realmOf(this.#context);
    recogniseHostErrors(this.realm);
    claimRejections(this);
    this.#globals = installGlobals(this.#context, this.realm);
    this.replacements = replacementsIn(this.#context);
    this.#linker = new Linker(scripts, this.#context, this);
  }

  /**
   * Returns whether the context may serve another run. If a run has removed a global, only that run and at most one
   * other may fail because of it.
   */
  isFit(): boolean {
    return !this.isSpoiled && (this.isSuspect ? this.#globals.areWhole() : this.#globals.hasConvex());
  }

  /** Runs guest code and all the microtasks that follow from it. */
  perform(work: () => void): void {
    this.realm.enqueue(() => {
      try {
        work();
      } catch (error) {
        activeRunOrNull()?.fail(error);
      }
    });
    EMPTY.runInContext(this.#context);
  }

  load(path: string): ModuleExports {
    return this.#linker.load(path);
  }

  /**
   * If a module fails to load, the context must not be used again: the failure would stay even after its cause (such as
   * a missing variable) is gone.
   */
  evaluate(body: () => void): void {
    try {
      activeRunOrNull()?.importing(body);
    } catch (error) {
      this.isSpoiled = true;
      throw error;
    }
  }

  beforeDynamicImport(): void {
    const run = activeRunOrNull();
    if (run && !run.isAction) throw new TypeError("dynamic module import unsupported");
  }
}
