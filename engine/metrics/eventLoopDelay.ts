// How late the event loop is. While it is late, nobody is served. A timer that measures its own delay costs two wakes
// in a second, where Node's own monitor would cost hundreds.
import type { Family } from "./family";
import { Histogram } from "./histogram";

const everyMs = 500;
const boundsS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class EventLoopDelay {
  private readonly histogram = new Histogram(boundsS);
  private dueAtMs = performance.now() + everyMs;
  private readonly timer = setInterval(() => this.look(), everyMs).unref();

  stop(): void {
    clearInterval(this.timer);
  }

  families(): Family[] {
    const name = "nodejs_eventloop_delay_seconds";
    const help = "How late a timer was, two of them in a second.";
    return [{ type: "histogram", name, help, unit: "seconds", distributions: [this.histogram.read({})] }];
  }

  private look(): void {
    const now = performance.now();
    this.histogram.observe(Math.max(0, now - this.dueAtMs) / 1000);
    this.dueAtMs = now + everyMs;
  }
}
