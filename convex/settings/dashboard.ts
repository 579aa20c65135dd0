import { memberQuery } from "../dashboard/builders";
import * as handlers from "./handlers";

/** Secrets masked. */
export const get = memberQuery("settings:manage", { args: {}, handler: handlers.get });
