// Every migration, the oldest first. There is none yet, because no version is older than 0.1.0. CONTRIBUTING.md says
// how to add one.
import type { Migration } from "./migration";

export const migrations: readonly Migration[] = Object.freeze([]);
