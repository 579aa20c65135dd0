import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";

export const list = listOf("script");
export const get = getOf("script");
export const versions = versionsOf("script");
