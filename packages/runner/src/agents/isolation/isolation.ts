// What stands between an agent and the machine. docs/isolation.md says what each kind protects against.
import { inBubblewrap } from "./bubblewrap";
import type { Enclosed, Invocation, Isolation, IsolationSettings } from "./contract";
import { inDocker } from "./docker";
import { asItIs } from "./none";

export function enclose(isolation: Isolation, invocation: Invocation, settings: IsolationSettings): Promise<Enclosed> {
  switch (isolation.kind) {
    case "none":
      return Promise.resolve(asItIs(invocation));
    case "bubblewrap":
      return inBubblewrap(isolation, invocation, settings);
    case "docker":
      return inDocker(isolation.program, invocation, settings);
  }
}
