import type { RunningEngine } from "./engine";

/** Sets variables of the deployment; null removes one. */
export async function changeEnvironment(
  engine: Pick<RunningEngine, "socketUrl" | "adminKey">,
  changes: Record<string, string | null>,
): Promise<void> {
  const response = await fetch(`${engine.socketUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}` },
    body: JSON.stringify({ changes: Object.entries(changes).map(([name, value]) => ({ name, value })) }),
  });
  if (!response.ok) throw new Error(`The variables: ${response.status} ${await response.text()}`);
}
