// Runs before each test file. Some files run the engine in the process of the tests, which closes the constructors of
// functions for the whole process. They are closed for all files, so that no test depends on the files before it.
import { closeConstructors } from "../../engine/runtime/constructors";

closeConstructors();
