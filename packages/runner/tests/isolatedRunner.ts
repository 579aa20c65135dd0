// Chooses the isolation as a runner does when it starts, unless one has chosen before, and starts one program of a job
// in it.
import { text } from "node:stream/consumers";
import { chooseIsolation } from "../src/agents/isolation/chooseIsolation";
import { launch } from "../src/agents/process/launch";
import type { Order, Outcome } from "./isolated";

const order = JSON.parse(await text(process.stdin)) as Order;
const { isolation: wanted, folder, worktree, command, env, settings } = order;
const chosen =
  order.chosen ??
  (await chooseIsolation({
    isolation: wanted,
    folders: [folder],
    haveImages: settings.dockerImage !== null,
    cutOff: [],
  }));
const { isolation } = chosen;

async function run(): Promise<Omit<Outcome, "chosen">> {
  const surroundings = { passed: [], env: {}, isolation: settings, grace: { closeMs: 0, termMs: 1000, killMs: 3000 } };
  const place = { worktree, readable: [], env, isolation, temporary: folder };
  const started = { command, install: null, env: {}, joinsErrors: true, writable: [] };
  try {
    const program = await launch(surroundings, place, started);
    program.input.end();
    const output = text(program.output);
    await program.exited;
    await program.end();
    return { output: await output, refused: null };
  } catch (error) {
    return { output: "", refused: error instanceof Error ? error.message : String(error) };
  }
}

process.stdout.write(JSON.stringify({ chosen, ...(await run()) } satisfies Outcome));
