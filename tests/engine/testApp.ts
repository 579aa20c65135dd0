// The folders of the apps with which the engine is tested.
import { fileURLToPath } from "node:url";

export const testApp = fileURLToPath(new URL("./app", import.meta.url));
/** An app with components: some from npm packages, and one of its own that is used twice. */
export const componentsApp = fileURLToPath(new URL("./componentsApp", import.meta.url));
/** An app of ordinary mistakes. */
export const mistakesApp = fileURLToPath(new URL("./mistakesApp", import.meta.url));
