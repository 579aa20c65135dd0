import { projectQuery } from "../api/builders";
import type { PageRequest } from "../api/pagination";
import { pageOfRunners } from "./listing";

export const list = projectQuery(async (ctx, request: PageRequest) => await pageOfRunners(ctx, request));
