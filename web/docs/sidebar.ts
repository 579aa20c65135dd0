// The navigation: guides, areas, and the operations of the area that is shown. On a narrow screen it is a drawer.
import { element, found } from "./element";
import { methodBadge } from "./operationView";
import type { Area } from "./openapi";
import { areaAnchor, operationAnchor } from "./anchors";

export function showAreas(areas: readonly Area[]): void {
  const list = found("areas", HTMLUListElement);
  const items = areas.map(({ name, operations }) => {
    const links = operations.map(({ id, method, summary }) =>
      element(
        "li",
        {},
        element("a", { href: `#${operationAnchor(id)}` }, element("span", {}, summary), methodBadge(method)),
      ),
    );
    return element(
      "li",
      { "data-area": name },
      element("a", { href: `#${areaAnchor(name)}` }, name, element("small", {}, String(operations.length))),
      element("ul", { hidden: true }, links),
    );
  });
  list.replaceChildren(...items);
}

/** Marks the link to this place, and opens the operations of this area alone. */
export function markCurrent(place: string, area: string | null): void {
  const side = found("side", HTMLElement);
  for (const link of side.querySelectorAll("a")) {
    if (link.getAttribute("href") === `#${place}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const item of side.querySelectorAll<HTMLElement>("[data-area]")) {
    const isOpen = item.dataset["area"] === area;
    item.classList.toggle("open", isOpen);
    item.querySelector("ul")?.toggleAttribute("hidden", !isOpen);
  }
  side.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

export function setUpDrawer(): void {
  const button = found("menu", HTMLButtonElement);
  const side = found("side", HTMLElement);
  const set = (isOpen: boolean): void => {
    document.documentElement.classList.toggle("drawer", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const isOpen = (): boolean => document.documentElement.classList.contains("drawer");
  button.addEventListener("click", () => {
    set(!isOpen());
    if (isOpen()) side.querySelector("a")?.focus();
  });
  // A link that is chosen closes the drawer, and so does a touch beside it.
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element) || button.contains(target)) return;
    if (target.closest("a") !== null || !side.contains(target)) set(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    set(false);
    button.focus();
  });
}
