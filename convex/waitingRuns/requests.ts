import { pageOnly } from "../api/parameters";

export const list = pageOnly;
