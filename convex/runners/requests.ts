import { onlyPage } from "../api/parameters";

export const list = onlyPage;
