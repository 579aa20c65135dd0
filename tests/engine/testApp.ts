// Where the apps lie that the engine's behaviour is tested with.
import { fileURLToPath } from "node:url";

export const testApp = fileURLToPath(new URL("./app", import.meta.url));
/** It has components: some of npm packages, and one of its own twice. */
export const componentsApp = fileURLToPath(new URL("./componentsApp", import.meta.url));
