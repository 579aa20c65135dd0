// GET /metrics in the form of OpenMetrics, for this machine alone.
import { createServer } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import { isIP, type AddressInfo } from "node:net";
import type { LogEvent } from "./events";

export class Metrics {
  private readonly claimed = new Map<string, number>();
  private readonly ended = new Map<string, number>();
  private readonly running = new Set<string>();
  private faults = 0;

  log(event: LogEvent): void {
    if (event.kind === "claimed") {
      count(this.claimed, event.work);
      this.running.add(event.jobId);
    } else if (event.kind === "ended") {
      count(this.ended, event.how);
      this.running.delete(event.jobId);
    } else if (event.kind === "fault") this.faults += 1;
  }

  get text(): string {
    const rss = process.memoryUsage.rss();
    return [
      ...family("switchyard_runner_jobs_running", "gauge", "Jobs under way.", [["", this.running.size]]),
      ...family("switchyard_runner_jobs_claimed", "counter", "Jobs claimed, by kind.", labelled("kind", this.claimed)),
      ...family("switchyard_runner_jobs_ended", "counter", "Jobs ended, by outcome.", labelled("outcome", this.ended)),
      ...family("switchyard_runner_faults", "counter", "Faults of the runner itself.", [["", this.faults]]),
      ...family("process_resident_memory_bytes", "gauge", "Memory of the runner, without its agents.", [["", rss]]),
      "# EOF\n",
    ].join("\n");
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function labelled(label: string, counts: Map<string, number>): [string, number][] {
  return [...counts].map(([value, number]) => [`{${label}="${value.replaceAll(/["\\\n]/g, escaped)}"}`, number]);
}

function escaped(character: string): string {
  return character === "\n" ? String.raw`\n` : `\\${character}`;
}

function family(name: string, type: "gauge" | "counter", help: string, samples: [string, number][]): string[] {
  const suffix = type === "counter" ? "_total" : "";
  const lines = samples.map(([labels, value]) => `${name}${suffix}${labels} ${value}`);
  return [`# TYPE ${name} ${type}`, `# HELP ${name} ${help}`, ...lines];
}

/**
 * Whether a Host header names an IP address or this machine. A page of a website whose name was made to lead here (DNS
 * rebinding) names that site, and must not read what this runner does.
 */
function isAddress(host: string | undefined): boolean {
  const [, inBrackets, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host ?? "") ?? [];
  return isIP(inBrackets ?? plain) !== 0 || plain.toLowerCase() === "localhost";
}

/** Serves the metrics on this machine. Resolves with the port. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    if (!isAddress(request.headers.host)) return void response.writeHead(403).end();
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    const type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    response.writeHead(200, { "Content-Type": type }).end(metrics.text);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // Without a listener, one connection that cannot be accepted would end the runner.
  server.on("error", () => undefined);
  server.unref();
  return { port: (server.address() as AddressInfo).port, server };
}
