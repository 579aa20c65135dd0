// Every variable that an operator may set: its form, and who reads it. A start refuses wrong values with one sentence
// for each, which says what would be right. Secrets are never shown.
import { isIP } from "node:net";
import { isOneLine, knownProviders } from "../convex/providerKeys/model";
import { readOrigins } from "../convex/providerKeys/codeHostOrigins";
import { isSafeAddress } from "../engine/application/identity/safeAddress";
import { readMetricsAddress } from "./metricsAddress";
import { parseHeaders } from "../convex/telemetry/headers";
import { parsePrices } from "../convex/usage/deploymentPrices";

interface Variable {
  /** A name that ends in `*` means all names with that beginning. */
  name: string;
  /** What the variable is called now. It still works under `name`. */
  newName?: string;
  /** `process` is read by the start itself. `deployment` is read by the functions, so the start passes it on. */
  reader: "process" | "deployment";
  isSecret?: boolean;
  /**
   * Checks a value that is not empty. Returns null if it is right, or the end of a sentence that says what is wrong,
   * such as `is not a URL`.
   */
  fault(value: string): string | null;
}

const maxHours = 8760;
const maxDrainSeconds = 300;
const environments = ["production", "staging", "development", "test"];

const variables: readonly Variable[] = [
  {
    name: "SERVICE_HOST",
    reader: "process",
    fault: (value) => (isHost(value) ? null : "is not an address to listen on"),
  },
  { name: "SERVICE_HTTP_PORT", reader: "process", fault: portFault },
  { name: "SERVICE_SOCKET_PORT", reader: "process", fault: portFault },
  { name: "SERVICE_PUBLIC_URL", reader: "process", fault: originFault },
  { name: "SERVICE_PUBLIC_SOCKET_URL", reader: "process", fault: originFault },
  // The engine checks this variable, and says which entry is wrong.
  { name: "SERVICE_TRUSTED_PROXIES", reader: "process", fault: () => null },
  {
    name: "SERVICE_METRICS_ADDRESS",
    reader: "process",
    fault: (value) =>
      readMetricsAddress(value) === null
        ? "is neither a port nor an address with a port, such as 127.0.0.1:9464"
        : null,
  },
  {
    name: "SERVICE_LOG",
    reader: "process",
    fault: (value) => (value === "text" || value === "json" ? null : "is neither text nor json"),
  },
  {
    name: "SERVICE_DRAIN_SECONDS",
    reader: "process",
    fault: (value) =>
      isNumber(value, maxDrainSeconds) ? null : `is not a number of seconds from 0 to ${maxDrainSeconds}`,
  },
  { name: "SERVICE_DATA_DIR", reader: "process", fault: blankFault },
  {
    name: "SERVICE_DASHBOARD",
    reader: "process",
    fault: (value) => (value === "on" || value === "off" ? null : "is neither on nor off"),
  },
  {
    name: "SERVICE_DASHBOARD_URL",
    reader: "deployment",
    fault: plainUrlFault,
  },
  {
    name: "SERVICE_ENVIRONMENT",
    reader: "deployment",
    fault: (value) => (environments.includes(value) ? null : `is not one of ${environments.join(", ")}`),
  },
  {
    name: "SERVICE_DELETION_GRACE_HOURS",
    reader: "deployment",
    fault: (value) => (isNumber(value, maxHours) ? null : `is not a number of hours from 0 to ${maxHours}`),
  },
  {
    name: "SERVICE_AUDIT_DAYS",
    reader: "deployment",
    fault: (value) => (/^[1-9][0-9]{0,4}$/.test(value) ? null : "is not a number of days from 1 to 99999"),
  },
  { name: "SERVICE_LIMIT_WRITES", reader: "deployment", fault: limitFault },
  { name: "SERVICE_LIMIT_STARTS", reader: "deployment", fault: limitFault },
  { name: "COUNTER_SHARDS", reader: "deployment", fault: shardsFault },
  { name: "TALLY_SHARDS", newName: "COUNTER_SHARDS", reader: "deployment", fault: shardsFault },
  { name: "SERVICE_PRICES", reader: "deployment", fault: (value) => parsePrices(value).error },
  {
    name: "SERVICE_KEYS_OVER_HTTP",
    reader: "deployment",
    fault: (value) => (value === "on" || value === "off" ? null : "is neither on nor off"),
  },
  { name: "JOB_CALLBACK_SECRET", reader: "deployment", isSecret: true, fault: tokenFault },
  { name: "JOB_CALLBACK_SECRET_PREVIOUS", reader: "deployment", isSecret: true, fault: tokenFault },
  { name: "IDP_WEBHOOK_SECRET", reader: "deployment", isSecret: true, fault: signingSecretFault },
  { name: "IDP_WEBHOOK_SECRET_PREVIOUS", reader: "deployment", isSecret: true, fault: signingSecretFault },
  { name: "JOB_RUNNER_SIGNING_SECRET", reader: "deployment", isSecret: true, fault: signingSecretFault },
  { name: "PROVIDER_KEY_ENCRYPTION_KEY", reader: "deployment", isSecret: true, fault: encryptionKeyFault },
  { name: "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS", reader: "deployment", isSecret: true, fault: encryptionKeyFault },
  { name: "JOB_RUNNER_URL", reader: "deployment", fault: urlFault },
  { name: "IDP_ISSUER", reader: "deployment", fault: issuerFault },
  { name: "IDP_APPLICATION_ID", reader: "deployment", fault: blankFault },
  {
    name: "PLATFORM_CODE_HOST_ORIGINS",
    reader: "deployment",
    fault: (value) => (readOrigins(value) === null ? "is not a list of origins such as https://github.com" : null),
  },
  // An address may have a key of its receiver in it.
  { name: "OTEL_EXPORTER_OTLP_ENDPOINT", reader: "deployment", isSecret: true, fault: collectorFault },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    reader: "deployment",
    isSecret: true,
    fault: (value) => (parseHeaders(value) === null ? "is not a list of headers such as name=value,other=value" : null),
  },
  {
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    reader: "deployment",
    fault: (value) => (value === "http/json" ? null : "is not http/json, the only one in which traces are sent"),
  },
  ...knownProviders.map((provider) => platformKey(provider.toUpperCase(), (key) => keyFault(provider, key))),
  platformKey("*", blankFault),
];

/** Only tests, engine/main.ts and loopback.ts use these. */
const unlisted = new Set(["SERVICE_LOOPBACK_ONLY", "SERVICE_CONTEXTS", "SERVICE_CONCURRENCY", "SERVICE_COMMITTING"]);

function platformKey(provider: string, fault: Variable["fault"]): Variable {
  return { name: `PLATFORM_KEY_${provider}`, reader: "deployment", isSecret: true, fault };
}

function keyFault(provider: string, key: string): string | null {
  return isOneLine(provider, key) ? blankFault(key) : "has a line break or another control character in it";
}

type Environment = Record<string, string | undefined>;

/** Returns one sentence for each variable that cannot be used. */
export function faultsOf(environment: Environment): string[] {
  return given(environment).flatMap(([name, value]) => {
    const variable = variableOf(name);
    const fault = variable?.fault(value) ?? null;
    if (fault === null) return [];
    return [isSecret(name) ? `${name} ${fault}.` : `${name} is "${value}", which ${fault}.`];
  });
}

/** Returns one sentence for each variable with our prefix that nobody reads. */
export function unknownOf(environment: Environment): string[] {
  const known = variables.filter(({ name }) => name.startsWith("SERVICE_")).map(({ name }) => name);
  return given(environment)
    .filter(([name]) => name.startsWith("SERVICE_") && !unlisted.has(name) && variableOf(name) === undefined)
    .map(([name]) => `Nothing reads ${name}; the variables are ${known.join(", ")}.`);
}

/** Returns one sentence for each variable that was set under a former name. */
export function renamedIn(environment: Environment): string[] {
  return given(environment).flatMap(([name]) => {
    const newName = variableOf(name)?.newName;
    if (newName === undefined) return [];
    const isReplaced = (environment[newName] ?? "") !== "";
    return [`${name} is called ${newName} now. ${isReplaced ? "It is not read." : "The old name still works."}`];
  });
}

export function isSecret(name: string): boolean {
  return variableOf(name)?.isSecret === true;
}

/** Returns the variables that the deployment's functions read. */
export function forDeployment(environment: Environment): [name: string, value: string][] {
  return given(environment).filter(([name]) => variableOf(name)?.reader === "deployment");
}

function given(environment: Environment): [string, string][] {
  return Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
}

function variableOf(asked: string): Variable | undefined {
  return variables.find(({ name }) =>
    name.endsWith("*") ? asked.length >= name.length && asked.startsWith(name.slice(0, -1)) : name === asked,
  );
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}

function isNumber(value: string, most: number): boolean {
  return /^\d+(\.\d+)?$/.test(value) && Number(value) <= most;
}

function limitFault(value: string): string | null {
  return /^\d{1,9}$/.test(value) ? null : "is not a number a minute from 0, which means no limit, to 999999999";
}

function shardsFault(value: string): string | null {
  return /^([1-9]|1[0-6])$/.test(value) ? null : "is not a number from 1 to 16";
}

function portFault(value: string): string | null {
  return /^\d+$/.test(value) && Number(value) <= 65_535 ? null : "is not a port number";
}

function urlFault(value: string): string | null {
  return /^https?:\/\//.test(value) && URL.canParse(value) ? null : "is not a URL that begins with https:// or http://";
}

function collectorFault(value: string): string | null {
  const hasUser = URL.canParse(value) && new URL(value).username + new URL(value).password !== "";
  return hasUser ? "has a user or a password, which OTEL_EXPORTER_OTLP_HEADERS can hold" : plainUrlFault(value);
}

function plainUrlFault(value: string): string | null {
  const fault = urlFault(value);
  if (fault !== null) return fault;
  const { username, password, search, hash } = new URL(value);
  if (username !== "" || password !== "") return "has a user or a password";
  return search === "" && hash === "" ? null : "has more than a path behind the host";
}

function originFault(value: string): string | null {
  const fault = plainUrlFault(value);
  if (fault !== null) return fault;
  return new URL(value).pathname === "/" ? null : "has a path: the service is at the root of its host";
}

/** Keys of a provider that arrive without TLS prove nothing, unless they come from this machine. */
function issuerFault(value: string): string | null {
  const fault = urlFault(value);
  if (fault !== null || isSafeAddress(new URL(value))) return fault;
  return "begins with http:// and is not an address of this machine: tokens prove nothing without https://";
}

function blankFault(value: string): string | null {
  return value.trim() === value ? null : "begins or ends with a space";
}

function tokenFault(value: string): string | null {
  return /^[\x21-\x7e]+$/.test(value) ? null : "has characters that cannot be in a bearer token, such as spaces";
}

function signingSecretFault(value: string): string | null {
  const bytes = bytesOf(value.replace(/^whsec_/, ""));
  return bytes === null || bytes.length === 0 ? "is not whsec_ and base64" : null;
}

function encryptionKeyFault(value: string): string | null {
  const isKey = bytesOf(value.trim())?.length === 32;
  return isKey ? null : "is not 32 bytes in base64, as `openssl rand -base64 32` makes them";
}

/** Returns null when the text is not base64 with its padding. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
