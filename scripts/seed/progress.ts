// Shows progress: on a terminal as a bar that grows, elsewhere as a line when a part is done and every few seconds
// until then.

const width = 30;
const msBetweenLines = 5_000;

/** How many requests are in flight at once. */
const concurrency = 32;

export interface Progress {
  /** Does `work` for each item, several at once, and returns the results in the order of the items. */
  each<Item, Result>(
    title: string,
    items: readonly Item[],
    work: (item: Item, index: number) => Promise<Result>,
  ): Promise<Result[]>;
}

export function progressOn(output: Pick<NodeJS.WriteStream, "isTTY" | "write">): Progress {
  const show = output.isTTY ? showBar(output) : showLines(output);
  return {
    each: async (title, items, work) => {
      let done = 0;
      show(title, done, items.length);
      return await inParallel(items, async (item, index) => {
        const result = await work(item, index);
        done += 1;
        show(title, done, items.length);
        return result;
      });
    },
  };
}

type Show = (title: string, done: number, all: number) => void;
type Output = Pick<NodeJS.WriteStream, "write">;

function showBar(output: Output): Show {
  return (title, done, all) => output.write(`\r${barOf(title, done, all)}${done === all ? "\n" : ""}`);
}

function showLines(output: Output): Show {
  let writtenAtMs = performance.now();
  const write = (line: string) => {
    writtenAtMs = performance.now();
    output.write(`${line}\n`);
  };
  return (title, done, all) => {
    if (done === all) write(`${title}: ${all}`);
    else if (performance.now() - writtenAtMs >= msBetweenLines) write(`${title}: ${done} of ${all}`);
  };
}

function barOf(title: string, done: number, all: number): string {
  const full = all === 0 ? width : Math.floor((done / all) * width);
  return `${title.padEnd(18)} ${"█".repeat(full)}${"░".repeat(width - full)} ${done} of ${all}`;
}

/** Works on several items at once. After a failure no further item begins. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
