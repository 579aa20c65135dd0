// What the runner says that it is, to the service and to agents.
import { version as own } from "../../package.json";

/** The version of the package, which a bundle has inside. */
export const version = own;

/** Grows when the runner can do something that the service must know before it asks for it. */
export const protocol = 2;
