import { truncate } from "../text/truncate";
import type { Call } from "../service/callback";

const [maxTitle, maxContent] = [200, 250_000];

/** Tells people what the runner itself has done or met in a sandbox. */
export async function postNotice(call: Call, sandboxId: string, title: string, content: string): Promise<void> {
  const told = { title: truncate(title, maxTitle), content: truncate(content, maxContent) };
  const message = { sandboxId, role: "system", kind: "notice", ...told, timestamp: Date.now() } as const;
  await call("message.store", message);
}
