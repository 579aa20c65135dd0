// Counts the requests that have been answered, by route and status, and how long they took.
import type { Family, Labels } from "./family";
import { Histogram } from "./histogram";

export interface AnsweredRequest {
  /** Which of the listening ports it came to. */
  host: string;
  /** The pattern of its path. Never the path itself: clients choose that, and each text is a series of its own. */
  route: string;
  method: string;
  status: number;
  /** Until the answer began. What follows of a stream takes as long as its client wants. */
  seconds: number;
}

const boundsS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface RouteCounts {
  labels: Labels;
  latency: Histogram;
  byStatus: Map<number, number>;
}

export class RequestCounts {
  private readonly routes = new Map<string, RouteCounts>();

  record({ host, route, method, status, seconds }: AnsweredRequest): void {
    const name = methods.has(method) ? method : "other";
    const { latency, byStatus } = this.countsOf(`${host} ${name} ${route}`, { host, method: name, route });
    latency.observe(seconds);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }

  families(): Family[] {
    const routes = [...this.routes.values()];
    return [
      {
        type: "counter",
        name: "http_requests",
        help: "Requests that were answered. Status 499: the client went away before.",
        samples: routes.flatMap(({ labels, byStatus }) =>
          [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
        ),
      },
      {
        type: "histogram",
        name: "http_request_duration_seconds",
        unit: "seconds",
        help: "From the headers of a request until its answer begins.",
        distributions: routes.map(({ labels, latency }) => latency.read(labels)),
      },
    ];
  }

  private countsOf(key: string, labels: Labels): RouteCounts {
    const known = this.routes.get(key);
    if (known !== undefined) return known;
    const counts = { labels, latency: new Histogram(boundsS), byStatus: new Map<number, number>() };
    this.routes.set(key, counts);
    return counts;
  }
}
