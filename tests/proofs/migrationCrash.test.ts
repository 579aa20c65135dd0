// Migrations of an older version's data directory, while the service is killed again and again.
import { afterEach, beforeEach, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { randomNumbers } from "../engine/crashLoad";
import { expectConsistent } from "../support/consistency/check";
import { dataOf } from "../support/fixtures";
import { UpgradedService } from "../support/upgradedService";

const secondMs = 1000;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);

let service: UpgradedService;

beforeEach(() => {
  service = new UpgradedService();
});

afterEach(async () => {
  await service.remove();
});

const roles = ["designer", "checker", "judge"];

async function learn(prefix: string, count: number, rolesOf: (index: number) => string[]): Promise<void> {
  const { api } = service;
  const { sandboxId } = service.before.facts.streaming;
  for (let start = 0; start < count; start += 100) {
    const learnings = Array.from({ length: Math.min(100, count - start) }, (_, index) => ({
      sandboxId,
      content: `${prefix} ${start + index}.`,
      category: "builds",
      applicableRoles: rolesOf(start + index),
    }));
    const { ids: learningIds } = await service.call("learning.bulkStore", { learnings });
    await dataOf(api.post("/learnings/bulk-update-status", { learningIds, status: "approved" }));
  }
}

/** Counts the approved learnings that name the role, or no role. */
async function expectedCount(role: string): Promise<number> {
  const learnings = await service.documents("learnings");
  const projectId = service.before.facts.projectId.replace("proj_", "");
  return learnings.filter(
    ({ applicableRoles, ...learning }) =>
      learning.projectId === projectId &&
      learning.status === "approved" &&
      (applicableRoles.length === 0 || applicableRoles.includes(role)),
  ).length;
}

it(
  `a migration continues after each SIGKILL, serves meanwhile, and misses no learning (CRASH_SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    const random = randomNumbers(seed);
    await service.start(secondMs);
    // These learnings are made by the older version's code.
    await learn("For judges", 60, () => ["judge"]);
    await learn("For some", 200, (index) => [roles[index % 2] ?? "", "researcher"]);
    await learn("For designers", 1000, () => ["designer"]);
    await service.running.push(rootDirectory);
    await service.deployment.mutation(internal.migrations.jobs.start, {});
    let rounds = 0;
    for (let isDone = false; !isDone && rounds < 30; rounds++) {
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      const { status } = await service.api.get("/learnings/preview?roleType=designer");
      expect(status).toBe(200);
      await service.kill();
      await service.start(secondMs + rounds * 10 * secondMs);
      const { migrations } = await service.deployment.query(internal.migrations.jobs.status, {});
      isDone = migrations.every((migration) => migration.status === "finished");
    }
    expect(rounds).toBeGreaterThan(1);
    await service.migrated();

    const learnings = await service.documents("learnings");
    const wanted = learnings
      .filter(({ status, deletedAtMs }) => status === "approved" && deletedAtMs === undefined)
      .flatMap(({ _id, applicableRoles }) => applicableRoles.map((role: string) => `${_id} ${role}`))
      .toSorted((a, b) => a.localeCompare(b));
    const rows = await service.documents("learningRoles");
    const found = rows.map(({ learningId, role }) => `${learningId} ${role}`).toSorted((a, b) => a.localeCompare(b));
    expect(found).toEqual(wanted);
    for (const role of ["judge", "checker", "researcher"]) {
      const preview = await dataOf(service.api.get(`/learnings/preview?roleType=${role}`));
      expect([preview.learningCount, preview.omitsOlder]).toEqual([await expectedCount(role), undefined]);
    }
    const designers = await dataOf(service.api.get("/learnings/preview?roleType=designer"));
    expect(designers).toMatchObject({ omitsOlder: true });
    await service.settled();
    await expectConsistent(service.running);
  },
);
