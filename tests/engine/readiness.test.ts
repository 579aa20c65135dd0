// `/readyz` as load balancers see it: whether requests should be sent here.
import { afterEach, expect, it } from "vitest";
import { RequestError } from "../../engine/application/contract";
import { FakeApplication } from "../../engine/server/testing/fakeApplication";
import { createServers, type Servers } from "../../engine/server/servers";

let servers: Servers;
afterEach(() => servers.close(0));

/** Starts the servers. The returned functions ask for both paths. */
async function begin(application: FakeApplication, obstacle: () => string | null = () => null) {
  const health = { path: "/healthz", readyPath: "/readyz", obstacle };
  servers = createServers({ application, host: "127.0.0.1", socketPort: 0, httpPort: 0, health });
  const { httpPort } = await servers.listen();
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${httpPort}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { healthz: () => ask("/healthz"), readyz: (query = "") => ask(`/readyz${query}`) };
}

it("the app answers as at /healthz, and sees that path alone", async () => {
  const application = new FakeApplication();
  application.action = ({ url }) => ({ kind: "response", response: new Response(new URL(url).pathname) });
  const { healthz, readyz } = await begin(application);
  expect([await healthz(), await readyz(), await readyz("?x=1")]).toEqual(
    Array.from({ length: 3 }, () => ({ status: 200, text: "/healthz" })),
  );
});

it("503 with the reason at both paths while writes fail, and 200 as soon as one succeeds", async () => {
  const application = new FakeApplication();
  const { healthz, readyz } = await begin(application);
  application.writesFail = () => true;
  application.tryToWrite = () => Promise.reject(new RequestError(503, "Unavailable", "The disk is full."));
  for (const ask of [healthz, readyz])
    expect(await ask()).toMatchObject({ status: 503, text: expect.stringContaining("disk is full") });
  application.tryToWrite = () => Promise.resolve();
  for (const ask of [healthz, readyz]) expect(await ask()).toMatchObject({ status: 200 });
});

it("503 with the reason while the host knows of an obstacle, or no code is pushed", async () => {
  const application = new FakeApplication();
  let obstacle: string | null = "The code of this version is not pushed yet.";
  const { readyz } = await begin(application, () => obstacle);
  expect(await readyz()).toMatchObject({ status: 503, text: expect.stringContaining("not pushed yet") });
  obstacle = null;
  application.hasCode = () => false;
  expect(await readyz()).toMatchObject({ status: 503, text: expect.stringContaining("No code has been pushed") });
  application.hasCode = () => true;
  expect(await readyz()).toMatchObject({ status: 200 });
});

it("503 from the moment the end is announced, while everything else is served as before", async () => {
  const { healthz, readyz } = await begin(new FakeApplication());
  expect(await readyz()).toMatchObject({ status: 200 });
  servers.announceEnd();
  expect(await readyz()).toMatchObject({ status: 503, text: expect.stringContaining("about to end") });
  expect(await healthz()).toMatchObject({ status: 200 });
});
