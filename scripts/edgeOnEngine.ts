// Measures what the edge of GET /api/v1/project costs in a fresh context of the engine: to make the context, to
// evaluate the modules that the request needs, and to run its code. The answers of the database are given.
import { compileModules } from "../engine/runtime/compile";
import type { RunEnvironment } from "../engine/runtime/contract";
import { createProgram } from "../engine/runtime/program";

const rounds = 101;

/**
 * `sources` holds the pushed modules by their paths. Returns the milliseconds of each request, in the order of the
 * requests. The engine keeps compiled code, so only the first request compiles it.
 */
export async function timesOnEngine(sources: ReadonlyMap<string, string>): Promise<number[]> {
  const modules = await compileModules(
    [...sources].map(([path, source]) => ({ path, source, sourceMap: null, environment: "isolate" })),
  );
  const program = createProgram({ modules, contexts: "fresh", importNow: 0, importSeed: new Uint8Array(32) });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const headers = { Authorization: "Bearer svc_key" };
    const request = new Request("http://127.0.0.1/api/v1/project", { headers });
    const started = performance.now();
    const outcome = await program.run({ kind: "httpAction", request, path: null }, environment());
    times.push(performance.now() - started);
    if (outcome.kind !== "response" || outcome.response.status !== 200) throw new Error("The edge did not answer.");
  }
  program.retire();
  return times;
}

function environment(): RunEnvironment {
  return {
    lane: "",
    now: 0,
    seed: new Uint8Array(32),
    readEnv: () => undefined,
    log: () => undefined,
    deadline: null,
    host: {
      syscall: unexpected,
      asyncSyscall: (_op, args) =>
        JSON.stringify(args).includes("lastUse") ? String(Date.now()) : JSON.stringify({ result: "{}", keyId: "key" }),
      jsSyscall: unexpected,
      watchLastQuery: unexpected,
    },
  };
}

function unexpected(): never {
  throw new Error("The edge has asked for something else than its queries.");
}
