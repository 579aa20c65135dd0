// The operations whose time should not depend on the amount of data, each as one sequential request.
import type { Queue } from "./claims";
import { numberedPart } from "./fill";
import { postJson } from "./postJson";
import { productQueue } from "./productQueue";
import type { Scaled } from "./scaleFill";
import type { Product } from "./servers";

export interface Operation {
  title: string;
  once: (round: number) => Promise<unknown>;
}

const pages = 16;

/**
 * The engine keeps results until something that they have read changes. So each round changes what most lists read, and
 * the other lists are asked for something else each time.
 */
export async function operationsOn(scaled: Scaled): Promise<Operation[]> {
  const { product, runs, runId, runningRunId } = scaled;
  const get = (route: string, mustInclude: string) => read(product, route, mustInclude);
  const queue = productQueue({ ...scaled, ...product, url: product.httpUrl });
  const cursors = await firstCursors(product);
  const reading = (title: string, route: string, mustInclude: string): Operation => {
    return { title: `GET ${title}`, once: () => get(route, mustInclude) };
  };
  return [
    { title: "POST /runs/start", once: () => queue.start() },
    { title: "claim, begin and complete", once: () => workOnOne(product, queue) },
    { title: "POST /issues/create", once: () => createIssue(product) },
    reading("/project", "/project", '"slug":"demo"'),
    reading("/project/counters", "/project/counters", '"totalRuns"'),
    reading("/runs/list, 50", "/runs/list?limit=50", '"r_'),
    reading("/runs/list, 50 by status", "/runs/list?limit=50&status=completed", '"completed"'),
    {
      title: "GET /runs/list, deep",
      once: (round) => {
        const [cursor, limit] = [cursors[round % pages] ?? "", 50 - (Math.floor(round / pages) % 40)];
        return get(`/runs/list?limit=${limit}&cursor=${cursor}`, '"r_');
      },
    },
    {
      title: "GET /runs/list, word of one run",
      once: (round) => get(`/runs/list?search=${numberedPart((round * 7) % runs)}`, '"r_'),
    },
    reading("/runs/list, word of all runs", "/runs/list?limit=50&search=build", '"r_'),
    reading("/runs/get, 50 steps", `/runs/get?id=${runId}`, '"Step 49"'),
    reading("/runs/get, 50 steps, running", `/runs/get?id=${runningRunId}`, '"Step 49"'),
  ];
}

async function read({ httpUrl, apiKey }: Product, route: string, mustInclude: string): Promise<string> {
  const answer = await fetch(`${httpUrl}/api/v1${route}`, { headers: authorization(apiKey) });
  const text = await answer.text();
  if (!text.includes(mustInclude)) throw new Error(`GET ${route} answered ${text.slice(0, 200)}`);
  return text;
}

/** Returns the cursors of the first pages of runs. */
async function firstCursors(product: Product): Promise<string[]> {
  const cursors: string[] = [];
  for (let page = 0; page < pages; page++) {
    const after = cursors.at(-1);
    const route = `/runs/list?limit=50${after === undefined ? "" : `&cursor=${after}`}`;
    const answer = JSON.parse(await read(product, route, '"nextCursor"')) as { nextCursor: string };
    cursors.push(encodeURIComponent(answer.nextCursor));
  }
  return cursors;
}

async function workOnOne({ httpUrl, callbackSecret }: Product, queue: Queue): Promise<void> {
  const claimed = await queue.claim("scale", 0);
  if (claimed === null) throw new Error("There is no job, although a run was started.");
  for (const status of ["running", "completed"]) {
    const call = { operation: "run.updateStatus", args: { runId: claimed.runId, status } };
    await postJson(`${httpUrl}/job/callback`, call, callbackSecret);
  }
  await queue.complete(claimed, "scale");
}

async function createIssue({ httpUrl, apiKey }: Product): Promise<void> {
  const answer = await fetch(`${httpUrl}/api/v1/issues/create`, {
    method: "POST",
    headers: authorization(apiKey),
    body: JSON.stringify({ title: "It crashes." }),
  });
  if (!(await answer.text()).includes('"issue_')) throw new Error(`POST /issues/create answered ${answer.status}.`);
}

function authorization(apiKey: string): Record<string, string> {
  return { Authorization: `Bearer ${apiKey}` };
}
