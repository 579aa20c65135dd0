// Holds a data directory until a test kills this process.
import { openDataDirectory } from "../../engine/persistence/dataDirectory";

const [, , directory = "."] = process.argv;
const held = openDataDirectory(directory);
console.log("held");
// The lock ends when nothing refers to it any more.
setInterval(() => held.path, 1000);
