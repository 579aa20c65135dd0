import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";

export const list = listOf("command");
export const get = getOf("command");
export const versions = versionsOf("command");
