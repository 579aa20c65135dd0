// The version of the package, which `switchyard --version` prints.
import { version as own } from "../package.json";

export const version = own;
