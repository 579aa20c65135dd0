// Runs around each test file. What the code under test logs is printed when its test fails. Otherwise it is dropped,
// since the tests that pass log thousands of lines. vitest can do this too, but it sends each line to its main process
// first, which takes a tenth of the time of the tests. `SHOW_LOGS=1` prints everything at once.
import { afterAll, afterEach, beforeAll } from "vitest";

const levels = ["debug", "error", "info", "log", "warn"] as const;
/** A test that logs more shows the end of it. */
const maxLines = 500;

type Printing = Pick<Console, (typeof levels)[number]>;

/** The lines since the last test ended. */
let kept: (() => void)[] = [];

function keep(print: () => void): void {
  kept.push(print);
  if (kept.length > 2 * maxLines) kept = kept.slice(-maxLines);
}

function printKept(): void {
  for (const print of kept.slice(-maxLines)) print();
  kept = [];
}

/** The files of a worker share its console, and the file before this one has left it replaced. */
const key = Symbol.for("the console of a worker before its first test file");
const worker = globalThis as { [key]?: Printing };
const printing = (worker[key] ??= { ...console });
// What a file says while its tests are collected is printed at once: it says which tests are skipped.
Object.assign(console, printing);

if (process.env["SHOW_LOGS"] === undefined) {
  beforeAll(() => {
    for (const level of levels) console[level] = (...values: unknown[]) => keep(() => printing[level](...values));
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") printKept();
    kept = [];
  });
  // What a hook has logged that failed.
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameter, and takes no other for "nothing needed"
  afterAll(({}, file) => {
    if ([file, ...file.tasks].some(({ result }) => result?.state === "fail")) printKept();
    kept = [];
  });
}
