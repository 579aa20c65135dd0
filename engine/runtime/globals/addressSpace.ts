// The option `targetAddressSpace` of `fetch`, from the draft standard Local Network Access: a request fails when the
// server's address is in another space. The address is judged that is connected to, so it changes nothing when a name
// resolves to another one a moment later, and each redirect is judged, too.
//
// Node's own `fetch` takes an agent of undici, the library that it is made of, and says nowhere how to get one without
// installing that library a second time. So the class is that of the agent that it uses itself.
import { lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";

const spaces = ["loopback", "local", "public"] as const;
export type AddressSpace = (typeof spaces)[number];

const loopback = listOf(["127.0.0.0/8", "::1/128"]);
/** Also what is reserved, and what has an IPv4 address inside that this list cannot see. */
const notPublic = listOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/3",
  "2002::/16",
]);
/** The internet has no other addresses of IPv6, and those that are IPv4 addresses are in the lists above. */
const internet = listOf(["2000::/3", "::ffff:0:0/96"]);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** An IPv4 address that is written as an IPv6 one is judged as what it is. */
export function addressSpaceOf(address: string): AddressSpace {
  if (loopback.check(address, familyOf(address))) return "loopback";
  const family = familyOf(address);
  if (notPublic.check(address, family)) return "local";
  return family === "ipv4" || internet.check(address, family) ? "public" : "local";
}

/** Reads the option of a request. Throws a TypeError for a value that it cannot have. */
export function readTargetSpace(init: object): AddressSpace | null {
  const value: unknown = Reflect.get(init, "targetAddressSpace");
  if (value === undefined) return null;
  const space = spaces.find((name) => name === value);
  if (space === undefined) throw new TypeError(`targetAddressSpace must be one of ${spaces.join(", ")}`);
  return space;
}

/** What this file uses of an agent. */
interface Agent {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): Agent;
}
type Dispatch = (options: { origin?: string | URL }, handler: unknown) => boolean;
type AgentClass = new (options: { connect: { lookup: LookupFunction } }) => Agent;

const agents = new Map<AddressSpace, Agent>();

/** The agent with which `fetch` connects to addresses of this kind alone. */
export function agentFor(space: AddressSpace): Agent {
  const known = agents.get(space);
  if (known !== undefined) return known;
  const agent = new (agentClass())({ connect: { lookup: lookupWithin(space) } }).compose(
    (dispatch) => (options, handler) => {
      requireLiteralWithin(space, options.origin);
      return dispatch(options, handler);
    },
  );
  agents.set(space, agent);
  return agent;
}

/** Where Node keeps its agent. Newer versions keep it in the first, and in the second one that passes calls to it. */
const placesOfAgent = ["undici.globalDispatcher.2", "undici.globalDispatcher.1"];

function agentClass(): AgentClass {
  // Node makes its agent when these are first used.
  void [Headers, Request, fetch];
  for (const place of placesOfAgent) {
    const agent: unknown = Reflect.get(globalThis, Symbol.for(place));
    if (typeof agent === "object" && agent !== null && "compose" in agent) return agent.constructor as AgentClass;
  }
  throw new TypeError("This Node has no agent that could check addresses");
}

/** A literal address is connected to without being looked up. */
function requireLiteralWithin(space: AddressSpace, origin: string | URL | undefined): void {
  if (origin === undefined) throw refusal(space);
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && addressSpaceOf(host) !== space) throw refusal(space);
}

function lookupWithin(space: AddressSpace): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const within = found.filter(({ address }) => addressSpaceOf(address) === space);
      const [first] = within;
      if (first === undefined) return callback(refusal(space), []);
      if (options.all === true) callback(null, within);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(space: AddressSpace): NodeJS.ErrnoException {
  return Object.assign(new Error(`The server's address is not ${space}`), { code: "ERR_ADDRESS_SPACE" });
}
