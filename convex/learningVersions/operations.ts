import { callbackQuery } from "../callback/builders";
import { getAnyProject } from "../lib/getDocument";
import type { CompiledApproved } from "../learnings/approved";
import { activeVersion } from "./model";
import { presentWithContent } from "./present";
import type { VersionDetail } from "./present";
import { learningsForRole } from "./learningsForRole";

type Args = { projectId: string; roleType: string };

export const getActive = callbackQuery(async (ctx, { projectId, roleType }: Args): Promise<VersionDetail | null> => {
  const version = await activeVersion(ctx, (await getAnyProject(ctx, projectId))._id, roleType);
  return version === null ? null : await presentWithContent(ctx, version);
});

type Asked = { projectId: string; role: string };

export const getCompiled = callbackQuery(
  async (ctx, { projectId: text, role }: Asked): Promise<CompiledApproved & { versionId?: string }> => {
    return await learningsForRole(ctx, (await getAnyProject(ctx, text))._id, role);
  },
);
