// How functions are named: by path (`folder/module:function`) and by handle (an opaque string that outlives pushes).
import crypto from "node:crypto";
import { FunctionError } from "../../value/functionError";

export interface FunctionPath {
  /** With `.js`, as modules are stored. */
  modulePath: string;
  exportName: string;
}

/** `messages`, `messages:send` and `messages.js:send` are accepted. */
export function parseFunctionPath(text: string): FunctionPath {
  const colon = text.lastIndexOf(":");
  const module = colon === -1 ? text : text.slice(0, colon);
  const exportName = colon === -1 ? "default" : text.slice(colon + 1);
  return { modulePath: module.endsWith(".js") ? module : `${module}.js`, exportName };
}

/** The stored form: `messages.js:send`. */
export function canonicalPath(path: FunctionPath): string {
  return `${path.modulePath}:${path.exportName}`;
}

/** The form clients use: `messages:send`. */
export function clientPath(path: FunctionPath): string {
  return `${path.modulePath.slice(0, -3)}:${path.exportName}`;
}

/** As `clientPath`, without the name of a default export. */
export function shortPath(path: FunctionPath): string {
  return path.exportName === "default" ? path.modulePath.slice(0, -3) : clientPath(path);
}

const handlePrefix = "function://";

/** Between the path of a component and that of a function in it; neither has one. */
const componentMark = "|";

/** Handles carry their path and a proof that this deployment made them: nobody can write one for another function. */
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

/** Comparing digests makes the comparison constant-time for texts of any length. */
function digest(text: string): Buffer {
  return crypto.createHash("sha256").update(text).digest();
}
