import { expect, it } from "vitest";
import { addressOf, chooseDeployment } from "./deployment";
import type { Stored } from "./profiles";

const profile = (url: string, key: string) => ({ url, key, project: "Demo" });
const stored: Stored = {
  current: "work",
  profiles: { work: profile("https://work.example", "svc_w"), home: profile("http://127.0.0.1:3211", "svc_h") },
};
const nothing: Stored = { current: null, profiles: {} };
const choose = (choice: { url?: string; profile?: string }, environment: Record<string, string>, from = stored) => {
  const { url, key } = chooseDeployment({ url: undefined, profile: undefined, ...choice }, environment, from);
  return [url, key];
};

it("the current profile is used, or the service of this machine", () => {
  expect(choose({}, {})).toEqual(["https://work.example", "svc_w"]);
  expect(choose({}, {}, nothing)).toEqual(["http://127.0.0.1:3211", null]);
});

it("an option wins over a variable, and a variable over the current profile", () => {
  const environment = { SWITCHYARD_URL: "https://ci.example", SWITCHYARD_API_KEY: "svc_c" };
  expect(choose({}, environment)).toEqual(["https://ci.example", "svc_c"]);
  expect(choose({ url: "https://other.example" }, environment)).toEqual(["https://other.example", "svc_c"]);
  expect(choose({ profile: "home" }, environment)).toEqual(["http://127.0.0.1:3211", "svc_h"]);
});

it("a stored key is sent to its own address alone", () => {
  expect(choose({ url: "https://evil.example" }, {})).toEqual(["https://evil.example", null]);
  expect(choose({}, { SWITCHYARD_URL: "https://evil.example" })).toEqual(["https://evil.example", null]);
  expect(choose({ url: "http://127.0.0.1:3211" }, {})).toEqual(["http://127.0.0.1:3211", "svc_h"]);
});

it("a profile and another address are refused, also where the address has a profile of its own", () => {
  for (const url of ["https://evil.example", "https://work.example"])
    expect(() => choose({ profile: "home", url }, {})).toThrow(`The key of the profile "home" is for http://127.0.0.1`);
  expect(choose({ profile: "home", url: "http://127.0.0.1:3211/api/v1" }, {})[1]).toBe("svc_h");
});

it("the current profile wins over others at its address, and one of several others must be named", () => {
  const profiles = { ...stored.profiles, other: profile("https://work.example", "svc_o") };
  const url = "https://work.example";
  expect(choose({ url }, {}, { current: "other", profiles })).toEqual([url, "svc_o"]);
  expect(choose({}, { SWITCHYARD_URL: url }, { current: "other", profiles })).toEqual([url, "svc_o"]);
  expect(() => choose({ url }, {}, { current: "home", profiles })).toThrow("Several keys are stored");
  expect(choose({ url }, { SWITCHYARD_API_KEY: "svc_c" }, { current: "home", profiles })).toEqual([url, "svc_c"]);
});

it("the dashboard is that of the address, whichever profile has its key", () => {
  const dashboard = "https://dashboard.example";
  const profiles = { ...stored.profiles, other: { ...profile("https://work.example", "svc_o"), dashboard } };
  for (const name of ["work", "other", undefined]) {
    const choice = { url: undefined, profile: name };
    expect(chooseDeployment(choice, {}, { current: "work", profiles }).dashboard).toBe(dashboard);
  }
  expect(chooseDeployment({ url: undefined, profile: "home" }, {}, { current: "work", profiles }).dashboard).toBeNull();
});

it.each(["constructor", "__proto__", "toString"])("%s is a name like any other", (name) => {
  expect(() => choose({ profile: name }, {})).toThrow(`There is no profile "${name}".`);
  expect(choose({}, {}, { current: name, profiles: {} })).toEqual(["http://127.0.0.1:3211", null]);
  const own: Stored = { current: null, profiles: { [name]: profile("https://own.example", "svc_own") } };
  expect(choose({ profile: name }, {}, own)).toEqual(["https://own.example", "svc_own"]);
});

it("an unknown profile is refused with the names of the others", () => {
  expect(() => choose({ profile: "wrok" }, {})).toThrow('There is no profile "wrok".');
});

it("addresses are those of the host, however they were copied", () => {
  expect(addressOf("http://127.0.0.1:3211/api/v1/")).toBe("http://127.0.0.1:3211");
  expect(addressOf("https://example.com/switchyard/")).toBe("https://example.com/switchyard");
  expect(() => addressOf("example.com")).toThrow("not the address of a service");
  expect(() => addressOf("https://me:secret@example.com")).toThrow("must not contain");
});
