import { listActiveOf } from "../assets/byKind";

export const listActive = listActiveOf("context");
