// The names of functions: a path (`folder/module:function`), or a handle, which is an opaque text that stays valid over
// pushes.
import crypto from "node:crypto";
import { FunctionError } from "../../value/functionError";

export interface FunctionPath {
  /** The module's path with `.js`, as modules are stored. */
  modulePath: string;
  exportName: string;
}

/** Reads the path of a function: `messages`, `messages:send` or `messages.js:send`. */
export function parseFunctionPath(text: string): FunctionPath {
  const colon = text.lastIndexOf(":");
  const module = colon === -1 ? text : text.slice(0, colon);
  const exportName = colon === -1 ? "default" : text.slice(colon + 1);
  return { modulePath: module.endsWith(".js") ? module : `${module}.js`, exportName };
}

/** Returns a function's path in the form that is stored: `messages.js:send`. */
export function canonicalPath(path: FunctionPath): string {
  return `${path.modulePath}:${path.exportName}`;
}

/** Returns a function's path in the form that clients use: `messages:send`. */
export function clientPath(path: FunctionPath): string {
  return `${path.modulePath.slice(0, -3)}:${path.exportName}`;
}

/** Returns a function's path in the form that clients use, without the name of a default export. */
export function shortPath(path: FunctionPath): string {
  return path.exportName === "default" ? path.modulePath.slice(0, -3) : clientPath(path);
}

const handlePrefix = "function://";

/** Separates the path of a component from the path of its function. Neither of them can contain it. */
const componentMark = "|";

/** A handle holds its path and a proof that this deployment made it, so nobody can write one for another function. */
export class FunctionHandles {
  constructor(private readonly secret: string) {}

  create(componentPath: string, path: FunctionPath): string {
    const text = canonicalPath(path);
    const name = Buffer.from(componentPath === "" ? text : componentPath + componentMark + text).toString("base64url");
    return `${handlePrefix}${name}.${this.proof(name)}`;
  }

  resolve(handle: string): { componentPath: string; path: FunctionPath } {
    const [name, proof] = handle.slice(handlePrefix.length).split(".");
    const isOurs =
      handle.startsWith(handlePrefix) &&
      name !== undefined &&
      proof !== undefined &&
      crypto.timingSafeEqual(digest(proof), digest(this.proof(name)));
    if (!isOurs) throw new FunctionError("FunctionHandleNotFound", "Function handle not found");
    const text = Buffer.from(name, "base64url").toString();
    const mark = text.indexOf(componentMark);
    return { componentPath: text.slice(0, Math.max(mark, 0)), path: parseFunctionPath(text.slice(mark + 1)) };
  }

  private proof(name: string): string {
    return crypto.createHmac("sha256", this.secret).update(`function handle ${name}`).digest("base64url").slice(0, 22);
  }
}

/** Comparing digests takes constant time for texts of any length. */
function digest(text: string): Buffer {
  return crypto.createHash("sha256").update(text).digest();
}
