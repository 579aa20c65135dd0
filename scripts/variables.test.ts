import { expect, it } from "vitest";
import { faultsOf, forDeployment, renamedIn } from "./variables";

it("a variable works under its former name, is checked as before, and the log says what it is called now", () => {
  const environment = { TALLY_SHARDS: "4", COUNTER_SHARDS: "" };
  expect(forDeployment(environment)).toEqual([["TALLY_SHARDS", "4"]]);
  expect(renamedIn(environment)).toEqual(["TALLY_SHARDS is called COUNTER_SHARDS now. The old name still works."]);
  expect(faultsOf({ TALLY_SHARDS: "17" })).toEqual(['TALLY_SHARDS is "17", which is not a number from 1 to 16.']);
  expect(renamedIn({ COUNTER_SHARDS: "4" })).toEqual([]);
  const both = { TALLY_SHARDS: "4", COUNTER_SHARDS: "2" };
  expect(renamedIn(both)).toEqual(["TALLY_SHARDS is called COUNTER_SHARDS now. It is not read."]);
});

it("the variables of a collector are checked, and what may hold a key is not repeated", () => {
  const right = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/otlp",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20secret,x-tenant=acme",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  expect(faultsOf(right)).toEqual([]);
  expect(forDeployment(right)).toEqual(Object.entries(right));
  expect(faultsOf({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", which is not http/json, the only one in which traces are sent.',
  ]);
  const faults = (endpoint: string, headers: string) =>
    faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers });
  const wrong = [
    ...faults("http://ada:secret@127.0.0.1", "secret"),
    ...faults("http://127.0.0.1?key=secret", "=secret"),
    ...faults("ftp://secret", "a b=secret"),
  ];
  expect(wrong).toHaveLength(6);
  expect(wrong.join(" ")).not.toContain("secret");
});

it("a platform's key is in one line, and is not repeated", () => {
  const right = { PLATFORM_KEY_CODE_HOST: "ghp_secret", PLATFORM_KEY_MY_CLOUD: '{\n "key": "secret"\n}' };
  expect(faultsOf(right)).toEqual([]);
  expect(forDeployment(right)).toEqual(Object.entries(right));
  expect(faultsOf({ PLATFORM_KEY_CODE_HOST: "ghp_secret\nsecret", PLATFORM_KEY_OPENAI: " " })).toEqual([
    "PLATFORM_KEY_CODE_HOST has a line break or another control character in it.",
    "PLATFORM_KEY_OPENAI begins or ends with a space.",
  ]);
});

it("the address of an identity provider is of TLS or of this machine, and a public address is a host alone", () => {
  const right = ["https://idp.example/realms/team", "http://127.0.0.1:8080/realms/team", "http://localhost:8080"];
  expect(right.flatMap((issuer) => faultsOf({ IDP_ISSUER: issuer }))).toEqual([]);
  expect(faultsOf({ IDP_ISSUER: "http://idp.example/realms/team" })).toEqual([
    'IDP_ISSUER is "http://idp.example/realms/team", which begins with http:// and is not an address of this machine: tokens prove nothing without https://.',
  ]);
  expect(
    faultsOf({ SERVICE_PUBLIC_URL: "https://api.example/", SERVICE_PUBLIC_SOCKET_URL: "http://10.0.0.1:3210" }),
  ).toEqual([]);
  expect(faultsOf({ SERVICE_PUBLIC_URL: "https://example.com/api", SERVICE_PUBLIC_SOCKET_URL: "api.example" })).toEqual(
    [
      'SERVICE_PUBLIC_URL is "https://example.com/api", which has a path: the service is at the root of its host.',
      'SERVICE_PUBLIC_SOCKET_URL is "api.example", which is not a URL that begins with https:// or http://.',
    ],
  );
});
