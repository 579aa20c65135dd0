import * as z from "zod/mini";
import { pageOnly, nonEmptyText } from "../api/parameters";

export const list = pageOnly;

export const dismiss = () => z.strictObject({ id: nonEmptyText() });
