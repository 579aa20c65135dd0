// The path at which others ask whether the deployment works. The app answers there with an HTTP action, as it does on
// Convex. It cannot know everything, so while the engine or its host knows that something is wrong, the engine answers.
import { RequestError } from "../application/contract";
import type { Exchange, Services } from "./exchange";

export interface Health {
  /** The path of the app's HTTP action. */
  path: string;
  /** A second path, where load balancers ask whether to send requests here. It is not ready while the servers end. */
  readyPath?: string;
  /** What keeps the deployment from its work, as far as the host knows: one sentence, or null. */
  obstacle: () => string | null;
}

/**
 * Returns null when the app may answer, which costs nothing. Otherwise the promise resolves when writes work again, and
 * rejects with RequestError 503.
 */
export function checkHealth({ services }: Exchange, target: string): Promise<void> | null {
  const { health, application } = services;
  if (health === null) return null;
  const isReadiness = health.readyPath !== undefined && asksFor(health.readyPath, target);
  if (!isReadiness && !asksFor(health.path, target)) return null;
  const obstacle = health.obstacle() ?? (isReadiness ? notReady(services) : null);
  if (obstacle !== null) throw new RequestError(503, "Unavailable", obstacle, 1);
  // The app finds the failure out by itself only when its last test write is some seconds old.
  return application.writesFail() ? application.tryToWrite() : null;
}

/** The app answers for readiness as it does for health, once the engine knows nothing against it. */
export function targetOfApp({ services: { health } }: Exchange, target: string): string {
  return health?.readyPath !== undefined && asksFor(health.readyPath, target) ? health.path : target;
}

function notReady({ stopping, application }: Services): string | null {
  if (stopping.aborted) return "The service is about to end and takes no more work.";
  return application.hasCode() ? null : "No code has been pushed yet.";
}

function asksFor(path: string, target: string): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === "?");
}
