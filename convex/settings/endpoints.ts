import { projectMutation, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";
import * as handlers from "./handlers";
import type { SettingsView } from "./present";

export const get = projectQuery<NoInput, SettingsView>(handlers.get);

export const update = projectMutation(handlers.update);
