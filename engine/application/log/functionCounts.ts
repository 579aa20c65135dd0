// Counts the calls of functions, by name and by whether they failed. A name is that of a function of the deployment, so
// there are as many as the pushed code has. HTTP actions share one name, because theirs may hold the path of a request.
import type { Family, Sample } from "../../metrics/family";
import type { FunctionKind } from "../../runtime/contract";

type Kind = FunctionKind | "httpAction";

interface Calls {
  kind: Kind;
  succeeded: number;
  failed: number;
}

export class FunctionCounts {
  private readonly byName = new Map<string | null, Calls>();

  /** HTTP actions have no name. */
  record(kind: Kind, name: string | null, hasFailed: boolean): void {
    let calls = this.byName.get(name);
    if (calls === undefined) this.byName.set(name, (calls = { kind, succeeded: 0, failed: 0 }));
    if (hasFailed) calls.failed += 1;
    else calls.succeeded += 1;
  }

  families(): Family[] {
    const samples: Sample[] = [];
    for (const [name, { kind, succeeded, failed }] of this.byName) {
      const labels = name === null ? { kind } : { kind, function: name };
      if (succeeded > 0) samples.push({ labels: { ...labels, outcome: "success" }, value: succeeded });
      if (failed > 0) samples.push({ labels: { ...labels, outcome: "error" }, value: failed });
    }
    const help = "Calls of functions that were executed. Refusals that a function throws count as errors.";
    return [{ type: "counter", name: "engine_function_calls", help, samples }];
  }
}
