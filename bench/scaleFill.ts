// Makes services with different amounts of data.
import path from "node:path";
import { progressOn } from "../scripts/seed/progress";
import { fillProduct, filledRun, insertAll, plainId } from "./fill";
import type { Filled } from "./fill";
import { startProduct } from "./servers";
import type { Product } from "./servers";

export interface Scaled extends Filled {
  runs: number;
  projects: number;
  product: Product;
}

const projectsPerCall = 50;
const runsOfOtherProject = 10;

/** The service is started again after it was filled, so that it has nothing of that in its memory. */
export async function startScaled(directory: string, runs: number, projects: number): Promise<Scaled> {
  console.log(`\nFilling a service with ${runs} runs of one project, and ${projects} other projects.`);
  const product = await startProduct(path.join(directory, `runs-${runs}`));
  const filled = await fillProduct(product, runs);
  await insertProjects(product, plainId(filled.workflowId), projects);
  // The first start pushes the product without the function that has filled it.
  const pushed = await product.restart();
  return { ...filled, runs, projects, product: await pushed.restart() };
}

async function insertProjects(product: Product, workflowId: string, count: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil(count / projectsPerCall) }, (_, index) => index * projectsPerCall);
  await progressOn(process.stdout).each("Batches of projects", batches, async (first) => {
    const length = Math.min(projectsPerCall, count - first);
    const projects = Array.from({ length }, (_, index) => {
      const name = `Other ${first + index}`;
      return { name, slug: name.toLowerCase().replace(" ", "-"), gitRepoUrl: null };
    });
    const ids = await insertAll(product, "projects", projects);
    const runs = ids.flatMap((projectId) =>
      Array.from({ length: runsOfOtherProject }, (_, index) =>
        filledRun({ projectId, workflowId, firstNumber: 1 }, index),
      ),
    );
    await insertAll(product, "runs", runs);
  });
}
