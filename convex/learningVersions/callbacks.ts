import { callbackQuery } from "../callback/builders";
import { namedProject } from "../callers/projects";
import { activeVersion } from "./model";
import { presentWithContent } from "./present";
import type { VersionDetail } from "./present";

type Args = { projectId: string; roleType: string };

export const getActive = callbackQuery(async (ctx, { projectId, roleType }: Args): Promise<VersionDetail | null> => {
  const version = await activeVersion(ctx, (await namedProject(ctx, projectId))._id, roleType);
  return version === null ? null : await presentWithContent(ctx, version);
});
