import type { Call } from "../service/callback";

/** Tells people what the runner itself has done or met in a sandbox. */
export async function notice(call: Call, sandboxId: string, title: string, content: string): Promise<void> {
  const message = { sandboxId, role: "system", kind: "notice", title, content, timestamp: Date.now() } as const;
  await call("message.store", message);
}
