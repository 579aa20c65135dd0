// `process.env`: variables can only be read one by one, so the engine knows which variables a query depends on.
import { activeRun } from "../activeRun";

const byName: ProxyHandler<Record<string, string>> = {
  get: (target, name, receiver) =>
    typeof name === "string" ? activeRun().readEnv(name) : (Reflect.get(target, name, receiver) as unknown),
};

export function guestProcess(): { env: Record<string, string> } {
  return { env: new Proxy({}, byName) };
}
