import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";

export const list = listOf("skill");
export const get = getOf("skill");
export const versions = versionsOf("skill");
