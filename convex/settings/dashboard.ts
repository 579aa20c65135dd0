import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberQuery } from "../dashboard/builders";
import * as handlers from "./handlers";
import { settingsPreparation } from "./preparation";
import type { SettingsView } from "./present";
import * as requests from "./requests";

/** Returns the settings. A secret shows only its last four characters. */
export const get = memberQuery("settings:manage", { args: {}, handler: handlers.get });

export const update = memberAction("settings:manage", requests.update, async (ctx, { projectId, id }, request) => {
  const { input } = await settingsPreparation.prepare(request, id);
  const settings: SettingsView = await ctx.runMutation(internal.settings.dashboard.store, { projectId, input });
  return settings;
});

export const store = preparedMutation("settings:manage", handlers.update);
