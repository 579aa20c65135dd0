// The modules of one push, and the contexts that run them.
import type { FunctionKind, Program, ProgramOptions, RunEnvironment, RunOutcome, RunTarget } from "./contract";
import { Guest } from "./guest";
import { type GuestName, guestName } from "./guestNames";
import { GuestPool } from "./guestPool";
import { enqueueArrival, enqueueStart, performNow } from "./pump";
import { Run } from "./run";
import { Scripts } from "./scripts";
import { asLightRequest } from "./web/request";
import { Response } from "./web/response";

export function createProgram(options: ProgramOptions): Program {
  return programOf(new Scripts(options.modules), options);
}

function programOf(scripts: Scripts, options: ProgramOptions): Program {
  const pool = new GuestPool(options.contexts, () => {
    return new Guest(scripts, { now: options.importNow, seed: options.importSeed });
  });
  return {
    run: (target, environment) => runIn(pool, target, environment),
    retire: () => pool.retire(),
    again: () => programOf(scripts, options),
  };
}

type Settle = { resolve: (outcome: RunOutcome) => void; reject: (error: unknown) => void };

function runIn(pool: GuestPool, target: RunTarget, environment: RunEnvironment): RunOutcome | Promise<RunOutcome> {
  const isTransaction = target.kind === "query" || target.kind === "mutation";
  return (isTransaction ? runNow(pool, target, environment) : null) ?? runLater(pool, target, environment);
}

function runLater(pool: GuestPool, target: RunTarget, environment: RunEnvironment): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const start = target.kind === "httpAction" ? enqueueArrival : enqueueStart;
    start(
      environment.lane,
      () => openRun(pool, target, environment, { resolve, reject }, false),
      (run) => begin(run, target),
    );
  });
}

/** Runs a function at once. Returns null if that is not possible because the caller is not inside `runContained`. */
function runNow(
  pool: GuestPool,
  target: RunTarget,
  environment: RunEnvironment,
): RunOutcome | Promise<RunOutcome> | null {
  let end: { outcome: RunOutcome } | { error: unknown } | null = null;
  const settle: Settle = {
    resolve: (outcome) => (end = { outcome }),
    reject: (error) => (end = { error }),
  };
  const opened: Run[] = [];
  const open = (): Run => {
    const run = openRun(pool, target, environment, settle, true);
    opened.push(run);
    return run;
  };
  if (!performNow(open, (run) => begin(run, target))) return null;
  const ended = end as { outcome: RunOutcome } | { error: unknown } | null;
  if (ended === null) {
    for (const run of opened) run.answersAtOnce = false;
    return new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }));
  }
  if ("error" in ended) throw ended.error;
  return ended.outcome;
}

function openRun(
  pool: GuestPool,
  target: RunTarget,
  environment: RunEnvironment,
  settle: Settle,
  answersAtOnce: boolean,
): Run {
  const kind = target.kind === "httpAction" ? "action" : target.kind;
  const mayShare = kind === "action" || answersAtOnce;
  const guest = target.kind === "httpAction" ? pool.takeCommon() : pool.take(mayShare);
  const { deadline } = environment;
  let place = 0;
  const run = new Run(kind, nameOf(target), guest, environment, {
    answer(end) {
      if (end.kind === "error") guest.isSuspect = true;
      if (end.kind === "broken") settle.reject(end.error);
      else if (end.kind === "error") settle.resolve({ kind: "error", ...end.failure });
      else settle.resolve(target.kind === "httpAction" ? httpOutcome(end.value) : functionOutcome(end.value));
    },
    closed() {
      deadline?.leave(place);
      pool.giveBack(guest, mayShare);
    },
  });
  if (deadline !== null) {
    place = deadline.enter(run);
    if (deadline.isOver) run.abort();
  }
  run.answersAtOnce = answersAtOnce;
  if (answersAtOnce) guest.hasEarlyAnswers = true;
  return run;
}

function nameOf(target: RunTarget): GuestName {
  if (target.kind !== "httpAction") return guestName(target.modulePath, target.exportName, nameOfFunction);
  const { method, url } = target.request;
  return guestName(method, target.path ?? pathOf(url), nameOfRequest);
}

function nameOfFunction(modulePath: string, exportName: string): string {
  return `${modulePath.endsWith(".js") ? modulePath.slice(0, -3) : modulePath}:${exportName}`;
}

function nameOfRequest(method: string, path: string): string {
  return `${method} ${path}`;
}

function begin(run: Run, target: RunTarget): void {
  const succeed = (value: unknown): void => {
    keepOpenForBody(run, value);
    run.succeed(value);
  };
  const fail = (error: unknown): void => run.fail(error);
  const promise =
    target.kind === "httpAction" ? invokeHttpAction(run, target.request, target.path) : invoke(run, target);
  run.guest.realm.watch(promise, succeed, fail);
}

/** A response body that is made piece by piece keeps its run alive. */
function keepOpenForBody(run: Run, value: unknown): void {
  if (!(value instanceof Response)) return;
  let release = (): void => undefined;
  const breakOff = value.observeBody(() => release());
  if (breakOff !== null) release = run.hold(breakOff);
}

type FunctionTarget = Extract<RunTarget, { kind: FunctionKind }>;

function invoke(run: Run, { kind, modulePath, exportName, args, requestId }: FunctionTarget): unknown {
  const registered = run.guest.load(modulePath)[exportName];
  switch (kind) {
    case "query":
      return call(registered, "invokeQuery", args);
    case "mutation":
      return call(registered, "invokeMutation", args);
    case "action":
      return call(registered, "invokeAction", requestId, args);
  }
}

const ROUTER = "http.js";
/** `invokeHttpAction` resolves to this symbol when http.js has no route for the request. */
const NO_ROUTE = Symbol("no route");

function invokeHttpAction(run: Run, request: Request, path: string | null): unknown {
  if (!run.guest.scripts.has(ROUTER)) return NO_ROUTE;
  const router = run.guest.load(ROUTER)["default"];
  const light = asLightRequest(request);
  const match: unknown = call(router, "lookup", path ?? pathOf(light.url), light.method);
  if (!Array.isArray(match)) return NO_ROUTE;
  return call(match[0], "invokeHttpAction", light);
}

/** Returns the path of a URL. The URL comes from a request, so it has been parsed and normalised. */
function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return url.slice(url.indexOf("/", url.indexOf("//") + 2), end === -1 ? undefined : end);
}

function call(target: unknown, method: string, ...args: unknown[]): unknown {
  const isObject = (typeof target === "object" && target !== null) || typeof target === "function";
  const callee: unknown = isObject ? Reflect.get(target, method) : undefined;
  if (typeof callee !== "function") throw new TypeError(`The export has no ${method}.`);
  return Reflect.apply(callee, target, args);
}

function functionOutcome(value: unknown): RunOutcome {
  if (typeof value === "string") return { kind: "success", value };
  return { kind: "error", message: "Uncaught Error: The function did not return JSON.", data: undefined };
}

function httpOutcome(value: unknown): RunOutcome {
  if (value === NO_ROUTE) return { kind: "noRoute" };
  if (value instanceof Response) return { kind: "response", response: value };
  return { kind: "error", message: "Uncaught Error: The HTTP action did not return a Response.", data: undefined };
}
