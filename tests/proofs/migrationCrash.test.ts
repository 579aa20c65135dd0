// Migrations of the data directory of 0.1.0, while the service is killed again and again.
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { randomNumbers } from "../engine/crashLoad";
import { expectConsistent } from "../support/consistency/check";
import { makeMigratingApp } from "../support/migratingApp";
import { UpgradedService } from "../support/upgradedService";

const secondMs = 1000;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);

const app = makeMigratingApp();
afterAll(() => rmSync(app, { recursive: true }));

let service: UpgradedService;

beforeEach(() => {
  service = new UpgradedService();
});

afterEach(async () => {
  await service.remove();
});

async function learn(count: number): Promise<void> {
  const { sandboxId } = service.before.facts.streaming;
  for (let start = 0; start < count; start += 100) {
    const learnings = Array.from({ length: Math.min(100, count - start) }, (_, index) => ({
      sandboxId,
      content: `Learned ${start + index}.`,
      category: "builds",
      applicableRoles: ["judge"],
    }));
    await service.call("learning.bulkStore", { learnings });
  }
}

it(
  `a migration continues after each SIGKILL, serves meanwhile, and misses no row (CRASH_SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    const random = randomNumbers(seed);
    await service.start(secondMs);
    await service.running.push(rootDirectory);
    await learn(1200);
    const before = await service.documents("learnings");
    await service.running.push(app);
    await service.deployment.mutation(internal.migrations.scheduled.start, {});
    let rounds = 0;
    for (let isDone = false; !isDone && rounds < 30; rounds++) {
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      const { status } = await service.api.get("/learnings/list");
      expect(status).toBe(200);
      await service.kill();
      await service.start(secondMs + rounds * 10 * secondMs);
      const { migrations } = await service.deployment.query(internal.migrations.scheduled.status, {});
      isDone = migrations.every((migration) => migration.status === "finished");
    }
    expect(rounds).toBeGreaterThan(1);
    await service.migrated();

    expect(await service.documents("learnings")).toEqual(before.map((learning) => ({ severity: "low", ...learning })));
    const progress = (await service.documents("migrations")).find(({ name }) => name === "severities");
    expect(progress).toMatchObject({ rows: before.length, steps: Math.ceil(before.length / 50) });
    await service.settled();
    await expectConsistent(service.running);
  },
);
