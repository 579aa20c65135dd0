// What stands between an agent and the machine. docs/isolation.md says what each kind protects against.
import type { Isolation } from "../agent";
import { inBubblewrap } from "./bubblewrap";
import type { Enclosed, Invocation, IsolationSettings } from "./contract";
import { inDocker } from "./docker";

export function enclose(isolation: Isolation, invocation: Invocation, settings: IsolationSettings): Promise<Enclosed> {
  switch (isolation) {
    case "none":
      return Promise.resolve({ ...invocation, cleanUp: () => Promise.resolve() });
    case "bubblewrap":
      return inBubblewrap(invocation, settings);
    case "docker":
      return inDocker(invocation, settings);
  }
}
