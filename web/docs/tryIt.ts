// "Try it": a form that sends the operation to this host, with the reader's own key, and shows what comes back.
import { keepKey, keptKey } from "./apiKey";
import { codeBlock } from "./codeBlock";
import { element } from "./element";
import type { Child } from "./element";
import type { Operation, Parameter, Reference } from "./openapi";
import { exampleBody, targetOf, textOf } from "./requests";
import { valuesOf } from "./schemas";

/** More of an answer would make the page slow. */
const maxShownLength = 500_000;

export function tryIt(operation: Operation, resolve: Reference["resolve"]): HTMLElement {
  const inputs = operation.parameters
    .filter(({ place }) => place !== "header")
    .map((parameter) => ({ parameter, input: parameterInput(operation, parameter, resolve) }));
  const body = bodyInput(operation, resolve);
  const answer = element("div", { class: "answer", "aria-live": "polite" });
  const form = element("form", { class: "try", "aria-label": `Try ${operation.summary}` });
  const send = element("button", { type: "submit", class: "send" }, sendWords(operation));
  form.append(
    keyField(),
    ...inputs.map(({ parameter, input }) => labelled(parameter.name, input, parameter.isRequired)),
    ...(body === null ? [] : [labelled("Body", body, false)]),
    element("div", { class: "row" }, send, effectNote(operation)),
    answer,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new Map(inputs.map(({ parameter, input }) => [parameter.name, input.value.trim()]));
    const request = { method: operation.method, target: targetOf(operation, values), body: body?.value ?? null };
    void sendAndShow(request, send, answer);
  });
  return form;
}

function sendWords({ method }: Operation): string {
  return `Send ${method}`;
}

function effectNote({ method, path }: Operation): Child {
  const removes = method === "DELETE" || /delete|revoke|cancel|remove/.test(path);
  const words = removes ? "This deletes, ends or cancels something in your project." : "This changes your project.";
  return method === "GET" ? null : element("span", { class: removes ? "warns" : "quiet" }, words);
}

function keyField(): HTMLElement {
  const attributes = { type: "password", autocomplete: "off", spellcheck: "false", placeholder: "svc_…" };
  const input = element("input", { ...attributes, required: true });
  input.value = keptKey();
  input.addEventListener("input", () => keepKey(input.value));
  const note = element("small", {}, "Kept in this page’s memory until you close or reload it.");
  return element("label", {}, element("span", {}, "API key"), input, note);
}

function labelled(name: string, input: HTMLElement, isRequired: boolean): HTMLElement {
  const mark = isRequired ? element("em", {}, "required") : null;
  return element("label", {}, element("span", {}, name, mark), input);
}

function parameterInput(
  { path }: Operation,
  { name, schema, isRequired, example }: Parameter,
  resolve: Reference["resolve"],
): HTMLInputElement | HTMLSelectElement {
  const values = valuesOf(resolve, schema);
  const required = isRequired || path.includes(`{${name}}`);
  if (values.length > 0) {
    const options = values.map((value) => element("option", { value }, value));
    return element("select", { required }, required ? null : element("option", { value: "" }, "not sent"), options);
  }
  const hint = example === undefined ? "" : textOf(example);
  return element("input", { type: "text", required, autocomplete: "off", spellcheck: "false", placeholder: hint });
}

function bodyInput(operation: Operation, resolve: Reference["resolve"]): HTMLTextAreaElement | null {
  const example = exampleBody(operation, resolve);
  if (example === null) return null;
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(16, Math.max(3, text.split("\n").length));
  const input = element("textarea", { rows, spellcheck: "false" });
  input.value = text;
  return input;
}

interface Sent {
  method: string;
  target: string;
  body: string | null;
}

async function sendAndShow(request: Sent, button: HTMLButtonElement, answer: HTMLElement): Promise<void> {
  button.disabled = true;
  const startedAt = performance.now();
  try {
    const response = await fetch(request.target, {
      method: request.method,
      headers: headersOf(request),
      credentials: "omit",
      cache: "no-store",
      redirect: "manual",
      ...(request.body === null ? {} : { body: request.body }),
    });
    if (response.type === "opaqueredirect") return answer.replaceChildren(redirected());
    const text = await response.text();
    answer.replaceChildren(...shownAnswer(response, text, performance.now() - startedAt));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    answer.replaceChildren(element("p", { class: "warns" }, `No answer came: ${reason}`));
  } finally {
    button.disabled = false;
  }
}

/** A browser does not tell a page where a redirect leads, and the key must not go to another host. */
function redirected(): HTMLElement {
  const words = [
    "The answer is a redirect, which is not followed, so that your key goes nowhere else. The API has none:",
    "a proxy in front of it wants another address, such as one with https, or a person who signs in.",
  ];
  return element("p", { class: "warns" }, words.join(" "));
}

/** A write has a key of its own, so that a repeat by the browser or a proxy does nothing twice. */
function headersOf({ method, body }: Sent): Record<string, string> {
  return {
    Authorization: `Bearer ${keptKey()}`,
    ...(body === null ? {} : { "Content-Type": "application/json" }),
    ...(method === "GET" ? {} : { "Idempotency-Key": randomKey() }),
  };
}

/** `crypto.randomUUID` exists only on secure pages, and an address of a local network without https is none. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function shownAnswer(response: Response, text: string, tookMs: number): HTMLElement[] {
  const kind = response.ok ? "good" : "bad";
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const [shown, language] = readable(text);
  return [
    element(
      "p",
      { class: "status" },
      element("strong", { class: kind }, `${response.status} ${response.statusText}`.trim()),
      element("span", { class: "quiet" }, `${Math.round(tookMs)} ms, ${text.length.toLocaleString("en")} characters`),
    ),
    element("details", {}, element("summary", {}, "Headers of the answer"), codeBlock(headers, "")),
    codeBlock(shown, language),
  ];
}

function readable(text: string): [text: string, language: string] {
  if (text.length > maxShownLength) return [`${text.slice(0, maxShownLength)}\n…`, ""];
  try {
    return [JSON.stringify(JSON.parse(text), null, 2), "json"];
  } catch {
    return [text, ""];
  }
}
