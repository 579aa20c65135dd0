import * as z from "zod/mini";
import { onlyPage, someText } from "../api/parameters";

export const list = onlyPage;

export const dismiss = () => z.strictObject({ id: someText() });
