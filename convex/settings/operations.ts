import type { Doc, Id } from "../_generated/dataModel";
import { callbackQuery } from "../callback/builders";
import { getAnyProject } from "../lib/getDocument";
import { findSettings } from "./model";

/** The edge decrypts the secrets, because a deployment may store the results of functions. */
export interface SealedSettings {
  projectId: Id<"projects">;
  settings: Doc<"projectSettings"> | null;
}

export const get = callbackQuery(async (ctx, { projectId: text }: { projectId: string }): Promise<SealedSettings> => {
  const projectId = (await getAnyProject(ctx, text))._id;
  return { projectId, settings: await findSettings(ctx, projectId) };
});
