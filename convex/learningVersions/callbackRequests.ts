// What the job runner may say about learning versions.
import * as z from "zod/mini";
import { roleType } from "../learnings/requests";

export const getActive = () => z.strictObject({ projectId: z.string(), roleType: roleType() });
