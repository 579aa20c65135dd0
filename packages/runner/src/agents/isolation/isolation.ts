// What stands between an agent and the machine. docs/isolation.md says what each kind protects against.
import { inBubblewrap } from "./bubblewrap";
import type { IsolatedInvocation, Invocation, Isolation, IsolationSettings } from "./contract";
import { inDocker } from "./docker";
import { withoutIsolation } from "./none";

export function isolate(
  isolation: Isolation,
  invocation: Invocation,
  settings: IsolationSettings,
): Promise<IsolatedInvocation> {
  switch (isolation.kind) {
    case "none":
      return Promise.resolve(withoutIsolation(invocation));
    case "bubblewrap":
      return inBubblewrap(isolation, invocation, settings);
    case "docker":
      return inDocker(isolation.program, invocation, settings);
  }
}
