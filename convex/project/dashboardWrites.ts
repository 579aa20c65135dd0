import { memberWrite } from "../dashboard/writes";
import { updateProject } from "./model";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import * as requests from "./requests";

export const update = memberWrite("settings:manage", requests.update, async (ctx, changes): Promise<ProjectView> =>
  presentProject(await updateProject(ctx, ctx.project, changes)),
);
