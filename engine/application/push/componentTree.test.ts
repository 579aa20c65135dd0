import { describe, expect, it } from "vitest";
import type { PushAnalysis } from "../../runtime/contract";
import type { Json, JsonObject } from "../../value/json";
import { allComponents, componentTree } from "./componentTree";

function analysis(definition: JsonObject): PushAnalysis {
  return { modules: [], schema: null, rawSchema: null, auth: [], definition };
}

const use = (name: string, path: string, more: JsonObject = {}): JsonObject => ({
  name,
  path,
  args: [],
  env: [],
  ...more,
});
const variable = (validator: Json, more: JsonObject = {}): JsonObject => {
  return { type: "value", value: JSON.stringify(validator), ...more };
};

const inner = analysis({ childComponents: [] });
const outer = analysis({ childComponents: [use("inner", "../inner")] });
const treeOf = (
  children: JsonObject[],
  definitions: Record<string, PushAnalysis> = { "../inner": inner, "../outer": outer },
) => componentTree({ "": analysis({ childComponents: children }), ...definitions });

describe("the components of an app", () => {
  it("have paths by the names under which they are used, parents first", () => {
    const app = treeOf([use("one", "../outer"), use("two", "../outer"), use("three", "../inner")]);
    expect(allComponents(app).map(({ path, definitionPath }) => [path, definitionPath])).toEqual([
      ["", ""],
      ["one", "../outer"],
      ["one/inner", "../inner"],
      ["two", "../outer"],
      ["two/inner", "../inner"],
      ["three", "../inner"],
    ]);
  });

  it("are none where convex.config.js is missing", () => {
    expect(allComponents(componentTree({ "": { ...inner, definition: null } }))).toHaveLength(1);
  });

  it.each([
    ["two have one name", [use("a", "../inner"), use("a", "../outer")], 'two components with the name "a"'],
    ["a name is none", [use("a/b", "../inner")], '"a/b" is not a name for a component'],
    ["a definition was not pushed", [use("a", "../other")], "../other was not pushed"],
  ])("are refused when %s", (_why, children, message) => {
    expect(() => treeOf(children)).toThrow(message);
  });
});

it("a prefix for the app's own HTTP routes is refused", () => {
  expect(() => componentTree({ "": analysis({ childComponents: [], httpPrefix: "/v1/" }) })).toThrow("httpPrefix");
});

describe("the variables of a component", () => {
  const union = {
    type: "union",
    value: [
      { type: "literal", value: "red" },
      { type: "literal", value: "blue" },
    ],
  };
  const coloured = analysis({
    childComponents: [],
    envVars: [
      ["COLOR", variable(union)],
      ["SIZE", variable({ type: "string" }, { optional: true })],
    ],
  });
  const withVariables = (env: Json[]) => treeOf([use("a", "../coloured", { env })], { "../coloured": coloured });
  const red: Json = ["COLOR", { type: "value", value: "red" }];

  it("are values, or variables of its parent", () => {
    const app = withVariables([red, ["SIZE", { type: "envVar", name: "APP_SIZE" }]]);
    expect(Object.fromEntries(app.children.get("a")?.env ?? [])).toEqual({
      COLOR: { kind: "value", value: "red" },
      SIZE: { kind: "parentVariable", name: "APP_SIZE" },
    });
  });

  it.each([
    ["one that it needs is missing", [], 'The component "a" needs the environment variable COLOR'],
    ["it has none of that name", [red, ["NONE", { type: "value", value: "x" }]], "has no environment variable NONE"],
    ["a value is not what it takes", [["COLOR", { type: "value", value: "green" }]], "COLOR of the component"],
  ])("are refused when %s", (_why, env: Json[], message) => {
    expect(() => withVariables(env)).toThrow(message);
  });
});
