// The spans of an agent and those of the service are one trace: what the runner hands to its agents, beside what a
// collector receives.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { deploymentOn } from "../support/engineDeployment";
import { dataOf, encryptionKey } from "../support/fixtures";
import { spansIn, startCollector } from "../support/otlp";
import type { Collector } from "../support/otlp";
import { ended, makeWorld, runnerIn, startSteps } from "./fixture";
import type { World } from "./fixture";

const shell = { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] };

let world: World;
let collector: Collector;

beforeAll(async () => {
  [world, collector] = await Promise.all([makeWorld(), startCollector()]);
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=for-the-runner",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  await deploymentOn(() => world.engine).setEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world?.end();
  await collector?.close();
});

/** Does a run of two steps in which the agent says what its variables for telemetry are. */
async function saidBy(settings: object): Promise<{ said: string[][]; runId: string }> {
  const runner = runnerIn(world, { agents: { shell: { ...shell, ...settings } }, agent: "shell" });
  try {
    const step = { instructions: "env | grep -E '^(OTEL|TRACE)' | sort" };
    const runId = await startSteps(world, step, step);
    const { status, steps } = await ended(world, runId);
    expect(status).toBe("completed");
    const said: string[][] = [];
    for (const { sandboxId } of steps as { sandboxId: string }[]) {
      const messages = await dataOf(world.api.get(`/sandboxes/messages?id=${sandboxId}`));
      said.push((messages as { content: string }[]).flatMap(({ content }) => content.trim().split("\n")));
    }
    return { said, runId };
  } finally {
    await runner.stop();
  }
}

it("an agent gets the place of its step in the trace of the run, and the collector only where it takes telemetry", async () => {
  const { said, runId } = await saidBy({ telemetry: true });
  const exported = () => collector.received.find(({ body }) => body.includes(runId));
  await expect.poll(exported).toBeDefined();
  const [, ...steps] = spansIn(exported()?.body ?? "");
  expect(said).toEqual(
    steps.map(({ traceId, spanId }) => [
      `OTEL_EXPORTER_OTLP_ENDPOINT=${collector.endpoint}`,
      "OTEL_EXPORTER_OTLP_HEADERS=authorization=for-the-runner",
      `TRACEPARENT=00-${traceId}-${spanId}-01`,
    ]),
  );

  const trace = expect.stringMatching(/^TRACEPARENT=00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect((await saidBy({})).said).toEqual([[trace], [trace]]);

  const envVars = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://elsewhere.example" };
  await dataOf(world.api.post("/project/settings/update", { envVars }));
  const elsewhere = "OTEL_EXPORTER_OTLP_ENDPOINT=http://elsewhere.example";
  expect((await saidBy({ telemetry: true })).said).toEqual([
    [elsewhere, trace],
    [elsewhere, trace],
  ]);
});
