// Runs before each test file. Some files run the engine in the process of the tests, which closes the constructors of
// functions for the whole process; so that no test depends on which files came before it, they are closed for all.
import { closeConstructors } from "../../engine/runtime/constructors";

closeConstructors();
