// Who did something, as runs and their logs keep it. The name is the one that the person or key had then, so that
// showing it reads nothing, and it stays when the person or key is gone.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { literals } from "../lib/literals";
import { publicId } from "../lib/publicIds";
import { truncate } from "../lib/textLength";

const actorTypes = ["key", "user", "runner", "system"] as const;

export const actor = v.object({
  type: literals(actorTypes),
  // The public id of the key, the person, the runner token, or the run whose agent it is. Null for a runner with the
  // shared secret, and for the system.
  id: v.union(v.string(), v.null()),
  name: v.string(),
});
export type Actor = Infer<typeof actor>;

const maxNameLength = 200;

/** The clock, and what follows from other changes. */
export const systemActor: Actor = { type: "system", id: null, name: "Switchyard" };

export function keyActor({ _id, name }: Doc<"apiKeys">): Actor {
  return { type: "key", id: publicId("apiKeys", _id), name: truncate(name, maxNameLength) };
}

export function userActor(user: Doc<"users">): Actor {
  return { type: "user", id: publicId("users", user._id), name: keptName(user) };
}

/**
 * How logs and messages that stay name a person. They outlive the person's account, so an address for e-mails does not
 * come into them: of one without a name they keep what comes before the @.
 */
export function keptName({ name, email }: Pick<Doc<"users">, "name" | "email">): string {
  return truncate(name ?? email.replace(/(?<=.)@.*$/, ""), maxNameLength);
}

/** `token` is null for a runner that holds the deployment's shared secret. */
export function runnerActor(token: Doc<"runnerTokens"> | null): Actor {
  if (token === null) return { type: "runner", id: null, name: "Runner" };
  return { type: "runner", id: publicId("runnerTokens", token._id), name: truncate(token.name, maxNameLength) };
}

/** The agent that works on a run, and does something with the token that its runner has given to it. */
export function agentActor({ _id, runNumber }: Doc<"runs">): Actor {
  return { type: "runner", id: publicId("runs", _id), name: `Agent of run ${runNumber}` };
}
