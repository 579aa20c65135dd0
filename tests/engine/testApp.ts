// Where the app lies that the engine's behaviour is tested with.
import { fileURLToPath } from "node:url";

export const testApp = fileURLToPath(new URL("./app", import.meta.url));
