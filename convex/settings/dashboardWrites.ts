import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import * as handlers from "./handlers";
import { settingsPreparation } from "./preparation";
import type { SettingsView } from "./present";
import * as requests from "./requests";

export const update = memberAction("settings:manage", requests.update, async (ctx, { projectId, id }, request) => {
  const { input } = await settingsPreparation.prepare(request, id);
  const settings: SettingsView = await ctx.runMutation(internal.settings.dashboardWrites.keep, { projectId, input });
  return settings;
});

export const keep = preparedMutation("settings:manage", handlers.update);
