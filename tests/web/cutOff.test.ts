// A connection that is cut without a word for a minute, as in a tunnel: nothing arrives, nothing is refused, and both
// ends believe that they are connected.
import { createServer, connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkflow, dataOf } from "../support/fixtures";
import { hasBrowser, openDashboard, readyButton } from "./browser";
import type { Dashboard } from "./browser";

/** A line to the service that can be cut. */
class Line {
  private readonly server = createServer((near) => this.join(near));
  private readonly ends = new Set<Socket>();
  private isCut = false;

  constructor(readonly port: number) {}

  async open(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const end of this.ends) end.unpipe().pause();
  }

  /** What lies between has forgotten the connections meanwhile. */
  mend(): void {
    this.isCut = false;
    for (const end of this.ends) end.destroy();
  }

  close(): void {
    for (const end of this.ends) end.destroy();
    this.server.close();
  }

  private join(near: Socket): void {
    const ends = [near];
    if (!this.isCut) {
      const far = connect(this.port, "127.0.0.1");
      near.pipe(far).pipe(near);
      ends.push(far);
    }
    for (const end of ends) {
      this.ends.add(end);
      end.on("error", () => end.destroy());
      end.on("close", () => {
        this.ends.delete(end);
        for (const other of ends) other.destroy();
      });
    }
  }
}

describe.skipIf(!hasBrowser())("a connection that is cut for a minute", () => {
  let dashboard: Dashboard;
  let workflowId: string;

  beforeAll(async () => {
    dashboard = await openDashboard();
    workflowId = await createWorkflow(dashboard.api, { name: "Build" });
  });

  afterAll(async () => dashboard.end());

  it("loses nothing that was typed, sends nothing twice, and the page shows what came meanwhile", async () => {
    const { api, pageErrors, socketUrl } = dashboard;
    const line = new Line(Number(new URL(socketUrl).port));
    const page = await dashboard.open("/p/demo/runs", { through: await line.open() });
    await page.getByRole("button", { name: "Start a run" }).click();
    await page.getByLabel("What should be done?").fill("Sent into the tunnel.");
    const send = await readyButton(page, "Start");
    line.cut();
    await send.click();
    await dataOf(api.post("/runs/start", { workflowId, prompt: "Started by others meanwhile." }));
    await pause(60_000);
    line.mend();
    await page.waitForURL(/\/p\/demo\/runs\/\d+$/);
    await page.goBack();
    await page.getByRole("link", { name: /Started by others meanwhile/ }).waitFor();
    await page.getByRole("link", { name: /Sent into the tunnel/ }).waitFor();
    const runs = (await dataOf(api.get("/runs/list?limit=50"))) as { prompt: string }[];
    expect(runs.map(({ prompt }) => prompt).toSorted()).toEqual([
      "Sent into the tunnel.",
      "Started by others meanwhile.",
    ]);
    await page.context().close();
    line.close();
    // The browser reports the connections that broke.
    expect(pageErrors.filter((line) => !/WebSocket|ERR_/.test(line))).toEqual([]);
  });
});
