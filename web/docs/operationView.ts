// One operation: what it does and takes on the left, and beside it samples, answers and "Try it".
import { codeBlock, tabs } from "./codeBlock";
import { append, element, icon, icons } from "./element";
import type { Child } from "./element";
import { parameterList, schemaFields } from "./fields";
import type { Answer, Operation, Reference } from "./openapi";
import { operationAnchor } from "./anchors";
import { inline, prose } from "./prose";
import { exampleRequest } from "./requests";
import { clientSample, curlSample } from "./samples";
import { exampleOf } from "./schemas";
import { tryIt } from "./tryIt";

export function operationView(operation: Operation, { resolve }: Reference): HTMLElement {
  const place = operationAnchor(operation.id);
  const heading = element(
    "h2",
    { tabindex: -1 },
    operation.summary,
    element("a", { href: `#${place}`, class: "anchor", "aria-label": "Link to this operation" }, icon(icons.link)),
  );
  const what = element("div", { class: "what" }, heading, pathLine(operation), facts(operation));
  append(what, [
    prose(operation.description),
    requestParts(operation, resolve, place),
    answerParts(operation, resolve),
  ]);
  return element("section", { id: place, class: "operation" }, what, beside(operation, resolve));
}

function pathLine({ method, path }: Operation): HTMLElement {
  return element("p", { class: "path" }, methodBadge(method), element("code", {}, ...pathParts(path)));
}

export function methodBadge(method: string): HTMLElement {
  return element("span", { class: `method is-${method.toLowerCase()}` }, method);
}

/** A long path breaks before its slashes, and its parameters are marked. */
function pathParts(path: string): Child[] {
  return path.split(/(?=\/)/).flatMap((part) => [element("wbr"), part.includes("{") ? element("b", {}, part) : part]);
}

function facts({ scope, isDeprecated }: Operation): Child {
  return [
    isDeprecated ? element("p", { class: "warns" }, "Deprecated: new clients should use another path.") : null,
    scope === ""
      ? null
      : element("p", { class: "quiet" }, "Needs a key with the scope ", element("code", {}, scope), "."),
  ];
}

function requestParts(operation: Operation, resolve: Reference["resolve"], place: string): Child {
  const idOf = (name: string): string => `${place}/${name}`;
  const { parameters, body } = operation;
  const group = (title: string, wanted: string): Child => {
    const those = parameters.filter((parameter) => parameter.place === wanted);
    return those.length === 0 ? null : [element("h3", {}, title), parameterList(resolve, idOf, those)];
  };
  const fields =
    body === null || body.schema === null
      ? null
      : [
          element("h3", {}, "Body"),
          prose(body.description),
          schemaFields(resolve, body.schema, { idOf, areSent: true }),
        ];
  return [group("Path", "path"), group("Query", "query"), fields, group("Headers", "header")];
}

function answerParts({ answers }: Operation, resolve: Reference["resolve"]): Child {
  if (answers.length === 0) return null;
  return [
    element("h3", {}, "Answers"),
    element(
      "div",
      { class: "answers" },
      answers.map((answer) => answerPart(answer, resolve)),
    ),
  ];
}

function answerPart({ status, description, schema }: Answer, resolve: Reference["resolve"]): HTMLElement {
  const kind = status.startsWith("2") ? "good" : "bad";
  const words = element(
    "summary",
    {},
    element("strong", { class: kind }, status),
    element("span", {}, inline(description)),
  );
  if (schema === null) return element("p", { class: "answerLine" }, [...words.childNodes]);
  const details = element("details", {}, words);
  details.addEventListener(
    "toggle",
    () => {
      const fields = schemaFields(resolve, schema, { idOf: () => undefined, areSent: false });
      append(details, [element("div", { class: "nested" }, fields)]);
    },
    { once: true },
  );
  return details;
}

function beside(operation: Operation, resolve: Reference["resolve"]): HTMLElement {
  const request = exampleRequest(operation, resolve);
  const { origin } = location;
  const side = element("div", { class: "beside" });
  const samples = tabs(
    "Samples of the request",
    [
      { name: "curl", show: () => codeBlock(curlSample(request, origin), "sh") },
      { name: "TypeScript", show: () => codeBlock(clientSample(operation, request, origin), "ts") },
      { name: "Try it", show: () => tryIt(operation, resolve) },
    ],
    "samples",
  );
  const examples = operation.answers.flatMap((answer) => answerExamples(answer, resolve));
  append(side, [samples, examples.length === 0 ? null : tabs("Examples of answers", examples, "samples")]);
  return side;
}

function answerExamples(
  { status, schema, examples, type }: Answer,
  resolve: Reference["resolve"],
): { name: string; show: () => HTMLElement }[] {
  const [example] = examples;
  if (type !== "application/json" || !/^(?:2|40[0349])/.test(status)) return [];
  if (example === undefined && schema === null) return [];
  const value = example === undefined ? exampleOf(resolve, schema ?? {}) : example.value;
  return [{ name: status, show: () => codeBlock(JSON.stringify(value, null, 2), "json") }];
}
