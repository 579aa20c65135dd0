import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";

export const list = listOf("context");
export const get = getOf("context");
export const versions = versionsOf("context");
