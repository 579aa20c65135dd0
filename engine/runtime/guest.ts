// A context in which functions run, one at a time: its globals, its modules, its microtask queue.
import { type Context, constants, createContext, Script } from "node:vm";
import { closeConstructors } from "./constructors";
import { type InstalledGlobals, installGlobals } from "./globals/install";
import { guardListeners } from "./globals/listeners";
import { Linker, type ModuleExports } from "./linker";
import { Randomness } from "./randomness";
import { type Realm, realmOf, recogniseHostErrors } from "./realm";
import { claimRejections } from "./rejections";
import type { Run } from "./run";
import type { Scripts } from "./scripts";

export interface ImportPhase {
  now: number;
  seed: Uint8Array;
}

/** The local time zone of functions, as on Convex. V8 has one for the whole process. */
process.env["TZ"] = "UTC";

closeConstructors();
guardListeners();

/** Evaluating anything empties the microtask queue of the context. */
const EMPTY = new Script("0");

export class Guest {
  readonly scripts: Scripts;
  readonly realm: Realm;
  readonly importNow: number;
  readonly importRandomness: Randomness;
  run: Run | null = null;
  /** How many it has served. */
  runs = 0;
  /** Must not serve another run: something of this one may still be alive in it. */
  isSpoiled = false;
  /** A run of it has failed: of what another may have done to it. */
  isSuspect = false;
  /** Two runs have used it in one turn of the loop, so that its rejections are nobody's. */
  isShared = false;
  /** Mutations have given their results in it of whose rejections Node has not told yet. */
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
      // As on Convex: a package that compiles what it is given would work here and fail there.
      codeGeneration: { strings: false },
    });
    this.realm = realmOf(this.#context);
    recogniseHostErrors(this.realm);
    claimRejections(this);
    this.#globals = installGlobals(this.#context, this.realm);
    this.#linker = new Linker(scripts, this.#context, this);
  }

  /** A run that removed what others need must not spoil more than itself, and whoever finds it missing. */
  isFit(): boolean {
    return !this.isSpoiled && (this.isSuspect ? this.#globals.areWhole() : this.#globals.hasConvex());
  }

  /** Guest code and all the microtasks that follow from it. */
  perform(work: () => void): void {
    this.realm.enqueue(() => {
      try {
        work();
      } catch (error) {
        this.run?.fail(error);
      }
    });
    EMPTY.runInContext(this.#context);
  }

  load(path: string): ModuleExports {
    return this.#linker.load(path);
  }

  /** A module that failed to load would fail for ever, even when the cause (a missing variable) is gone. */
  evaluate(body: () => void): void {
    try {
      if (this.run) this.run.importing(body);
    } catch (error) {
      this.isSpoiled = true;
      throw error;
    }
  }

  beforeDynamicImport(): void {
    if (this.run && !this.run.isAction) throw new TypeError("dynamic module import unsupported");
  }
}
