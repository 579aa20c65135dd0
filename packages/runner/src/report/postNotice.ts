import { beginning } from "../text/truncate";
import type { Call } from "../service/callback";

const [maxTitle, maxContent] = [200, 250_000];

/** Tells people what the runner itself has done or met in a sandbox. */
export async function notice(call: Call, sandboxId: string, title: string, content: string): Promise<void> {
  const told = { title: beginning(title, maxTitle), content: beginning(content, maxContent) };
  const message = { sandboxId, role: "system", kind: "notice", ...told, timestamp: Date.now() } as const;
  await call("message.store", message);
}
