// A dev server as a process group, in the isolation and with the environment of agents.
import { setTimeout as pause } from "node:timers/promises";
import type { Workspace } from "../../agents/agent";
import { launchSettings } from "../../agents/createAgent";
import { exitText } from "../../agents/process/agentProcess";
import type { AgentProcess, Exit } from "../../agents/process/agentProcess";
import { launch } from "../../agents/process/launch";
import { PlainText } from "../../agents/process/plainText";
import type { DevServerSettings } from "../../config/schema";
import { DevServerError } from "./error";
import { isListening } from "./port";

const readyMs = 120_000;
const lookAgainMs = 100;
const maxOutput = 8000;

export class DevServer {
  private output = "";
  private exit: Exit | null = null;

  private constructor(
    private readonly process: AgentProcess,
    private readonly port: number,
    private readonly ready: RegExp | null,
  ) {
    void this.read();
    void process.exited.then((exit) => (this.exit = exit));
  }

  /** The server gets its port in PORT, and only those variables of the runner that its own `passEnv` names. */
  static async start(settings: DevServerSettings, place: Workspace, port: number): Promise<DevServer> {
    const { command, readyPattern, passEnv = [], env = {} } = settings;
    // Many servers read HOST. Without it some of them would be open to the whole network.
    const surroundings = launchSettings({ ...settings, env: { HOST: "127.0.0.1", ...env } }, passEnv, []);
    const process = await launch(surroundings, place, {
      command,
      install: null,
      env: { PORT: String(port) },
      joinsErrors: true,
      writable: [],
      // The end of an agent in the same worktree must not end the server, and the other way round.
      mark: `${place.worktree}:${port}`,
    }).catch((error: unknown) => {
      throw new DevServerError(error instanceof Error ? error.message : String(error));
    });
    return new DevServer(process, port, readyPattern === undefined ? null : new RegExp(readyPattern, "m"));
  }

  /** Resolves as soon as the server listens, or with the signal. Throws DevServerError. */
  async waitUntilReady(signal: AbortSignal): Promise<void> {
    const untilMs = Date.now() + readyMs;
    while (!signal.aborted && !(await this.isReady())) {
      this.requireLife();
      if (Date.now() > untilMs)
        throw this.failed(`was not ready on port ${this.port} within ${readyMs / 1000} seconds`);
      await pause(lookAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves with the signal. Throws DevServerError when the server ends before. */
  async waitForEnd(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.requireLife();
      await pause(lookAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends the whole process group. */
  async end(): Promise<void> {
    await this.process.close();
  }

  private async isReady(): Promise<boolean> {
    return (this.ready === null || this.ready.test(this.output)) && (await isListening(this.port));
  }

  private requireLife(): void {
    if (this.exit !== null) throw this.failed(exitText(this.exit));
  }

  private failed(how: string): DevServerError {
    return new DevServerError(`The dev server ${how}.`, this.output.trim());
  }

  private async read(): Promise<void> {
    const plain = new PlainText();
    this.process.output.setEncoding("utf8");
    this.process.output.on("data", (piece: string) => {
      this.output = (this.output + plain.push(piece)).slice(-maxOutput);
    });
  }
}
