import type { Application } from "../engine/application/contract";
import { callInternal } from "./internalFunctions";

/** Starts the migrations of data that older versions have written. They work while the deployment serves. */
export async function startMigrations(application: Application): Promise<void> {
  const { going } = await callInternal(application, "migrations/scheduled:start", {});
  if (!Array.isArray(going) || going.length === 0) return;
  console.log(
    `Migrating in the background: ${going.map(String).join(", ")}. \`npm run admin -- migrations\` says how far it is.`,
  );
}
