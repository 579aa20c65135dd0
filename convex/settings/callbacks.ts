import type { Doc, Id } from "../_generated/dataModel";
import { callbackQuery } from "../callback/builders";
import { namedProject } from "../callers/projects";
import { findSettings } from "./model";

/** What the edge makes the settings of: secrets in plain text are in no function's result, which a deployment may keep. */
export interface SealedSettings {
  projectId: Id<"projects">;
  settings: Doc<"projectSettings"> | null;
}

export const get = callbackQuery(async (ctx, { projectId: text }: { projectId: string }): Promise<SealedSettings> => {
  const projectId = (await namedProject(ctx, text))._id;
  return { projectId, settings: await findSettings(ctx, projectId) };
});
