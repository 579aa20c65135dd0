// The page of documentation: shows what the address names, as soon as it is there. The guides are in the page; the
// reference is made from the OpenAPI document of this deployment.
import { element, found } from "./element";
import { contentsOf, prepareGuide, readGuides } from "./guides";
import { readReference } from "./openapi";
import type { Area, Reference } from "./openapi";
import { operationView } from "./operationView";
import { areaId, areaAnchor, guideAnchor, idInAddress, operationAnchor, targetOfAnchor } from "./anchors";
import { prose } from "./prose";
import { setUpSearch } from "./searchDialog";
import { guideEntries, referenceEntries } from "./searchIndex";
import type { Entry } from "./searchIndex";
import { markCurrent, setUpDrawer, showAreas } from "./sidebar";
import { setUpTheme } from "./theme";

type Loading = { kind: "loading" } | { kind: "failed"; reason: string } | { kind: "loaded"; reference: Reference };

const main = found("content", HTMLElement);
const start = found("start", HTMLElement);
const guides = readGuides([...main.querySelectorAll<HTMLElement>(".guide")]);
const areaViews = new Map<string, HTMLElement>();
const state: { document: Loading; entries: Entry[] } = { document: { kind: "loading" }, entries: guideEntries(guides) };

function showPlace(): void {
  const id = idInAddress(location.hash);
  const place = targetOfAnchor(id);
  switch (place.kind) {
    case "start":
      return show(start, "", null);
    case "guide": {
      const guide = guides.find(({ id }) => id === place.guide);
      if (guide === undefined) return show(missing(id), "", null);
      prepareGuide(guide);
      return show(element("div", { class: "reading" }, guide.view, contentsOf(guide)), guideAnchor(guide.id), null);
    }
    case "areas":
      return withReference((reference) => show(areasView(reference), "reference", null));
    case "area":
      return withReference((reference) => showArea(reference, id, (area) => areaId(area.name) === place.area));
    case "operation":
      return withReference((reference) =>
        showArea(reference, id, ({ operations }) => operations.some((operation) => operation.id === place.operation)),
      );
  }
}

/** Shows what the reference has, or why there is none yet. */
function withReference(showIt: (reference: Reference) => void): void {
  const { document } = state;
  switch (document.kind) {
    case "loading":
      return show(message("Loading the reference …"), "reference", null);
    case "failed":
      return show(message("The reference could not be loaded.", document.reason), "reference", null);
    case "loaded":
      return showIt(document.reference);
  }
}

function showArea(reference: Reference, id: string, isIt: (area: Area) => boolean): void {
  const area = reference.areas.find(isIt);
  if (area === undefined) return show(missing(id), "reference", null);
  const view = areaViews.get(area.name) ?? areaView(area, reference);
  areaViews.set(area.name, view);
  const [kind, name = ""] = id.split("/");
  show(view, kind === "operations" ? operationAnchor(name) : areaAnchor(area.name), area.name);
}

function areaView(area: Area, reference: Reference): HTMLElement {
  return element(
    "div",
    { class: "area" },
    element("h1", { tabindex: -1 }, area.name),
    element("div", { class: "lead" }, prose(area.description)),
    area.operations.map((operation) => operationView(operation, reference)),
  );
}

function areasView({ areas, description, version }: Reference): HTMLElement {
  const cards = areas.map(({ name, description, operations }) =>
    element(
      "a",
      { class: "card", href: `#${areaAnchor(name)}` },
      element("b", {}, name),
      element("span", {}, description || operations.map(({ summary }) => summary).join(", ")),
    ),
  );
  return element(
    "div",
    { class: "reading" },
    element(
      "div",
      {},
      element("h1", { tabindex: -1 }, "Reference"),
      element("div", { class: "lead" }, prose(description)),
      element(
        "p",
        {},
        "Made from ",
        element("a", { href: "/api/v1/openapi.json" }, "the OpenAPI document"),
        ` of version ${version}.`,
      ),
      element("div", { class: "cards" }, cards),
    ),
  );
}

function message(title: string, ...lines: string[]): HTMLElement {
  return element(
    "div",
    { class: "reading" },
    element(
      "div",
      {},
      element("h1", { tabindex: -1 }, title),
      lines.map((line) => element("p", {}, line)),
    ),
  );
}

function missing(id: string): HTMLElement {
  return message("There is nothing here", `This page has no “${id}”. Press / to search.`);
}

/** Shows the view, and in it the element that the address names. */
function show(view: HTMLElement, place: string, area: string | null): void {
  if (main.firstElementChild !== view || main.childElementCount !== 1) main.replaceChildren(view);
  const heading = view.querySelector<HTMLElement>("h1");
  document.title = heading === null || view === start ? "Switchyard API" : `${heading.textContent} · Switchyard API`;
  markCurrent(place, area);
  for (const marked of main.querySelectorAll(".named")) marked.classList.remove("named");
  const id = idInAddress(location.hash);
  const named = id === place && area === null ? null : document.getElementById(id);
  if (named === null || !main.contains(named)) return scrollTo(0, 0);
  named.classList.add("named");
  named.scrollIntoView();
}

async function loadReference(): Promise<void> {
  state.document = await loaded();
  if (state.document.kind === "loaded") {
    const { reference } = state.document;
    showAreas(reference.areas);
    state.entries = [...guideEntries(guides), ...referenceEntries(reference)];
    found("version", HTMLElement).textContent = reference.version;
  }
  if (idInAddress(location.hash).match(/^(?:reference|operations)/) === null) markCurrent(currentPlace(), null);
  else showPlace();
}

function currentPlace(): string {
  const place = targetOfAnchor(idInAddress(location.hash));
  return place.kind === "guide" ? guideAnchor(place.guide) : "";
}

async function loaded(): Promise<Loading> {
  try {
    const response = await fetch("/api/v1/openapi.json", { credentials: "omit" });
    if (!response.ok) return { kind: "failed", reason: `The service answered ${response.status}.` };
    return { kind: "loaded", reference: readReference(await response.json()) };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

setUpTheme();
setUpDrawer();
setUpSearch(() => state.entries);
found("skip", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", () => {
  showPlace();
  // The reader of a screen reader is at the beginning of what is new.
  const heading =
    main.querySelector<HTMLElement>(".named:is(h2, h3), .named h2") ?? main.querySelector<HTMLElement>("h1");
  heading?.focus({ preventScroll: true });
});
showPlace();
void loadReference();
