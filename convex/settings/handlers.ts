import type { ReadCtx, WriteCtx } from "../callers/caller";
import { limitProject } from "../queue/setting";
import { changeSettings, findSettings } from "./model";
import type { SettingsChanges } from "./preparation";
import { presentSettings } from "./present";
import type { SettingsView } from "./present";

export async function get(ctx: ReadCtx): Promise<SettingsView> {
  return presentSettings(await findSettings(ctx, ctx.project._id));
}

export async function update(ctx: WriteCtx, changes: SettingsChanges): Promise<SettingsView> {
  await changeSettings(ctx, ctx.project._id, changes);
  const { maxConcurrentRuns: most } = changes.plain;
  if (most !== undefined) await limitProject(ctx, ctx.project, most);
  return await get(ctx);
}
