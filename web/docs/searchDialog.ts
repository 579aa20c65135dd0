// The search: `/` or Ctrl-K opens it, the arrows choose, Enter goes there and Escape closes it.
import { element, found } from "./element";
import { search } from "./searchIndex";
import type { Entry } from "./searchIndex";

export function setUpSearch(entries: () => readonly Entry[]): void {
  const dialog = found("search", HTMLDialogElement);
  const input = found("query", HTMLInputElement);
  const list = found("found", HTMLUListElement);
  const say = found("foundCount", HTMLElement);
  const state: { shown: Entry[]; chosen: number } = { shown: [], chosen: 0 };

  const open = (): void => {
    if (dialog.open) return;
    input.value = "";
    show();
    dialog.showModal();
    input.focus();
  };
  const show = (): void => {
    state.shown = search(entries(), input.value);
    state.chosen = 0;
    list.replaceChildren(...state.shown.map(row));
    const none = input.value.trim() === "" ? "" : "Nothing matches. Try fewer or other words.";
    say.textContent = state.shown.length === 0 ? none : `${state.shown.length} found`;
    mark();
  };
  const row = (entry: Entry, index: number): HTMLElement => {
    const kind = element("span", { class: `method is-${entry.kind.toLowerCase()}` }, entry.kind);
    const words = element(
      "span",
      { class: "words" },
      element("b", {}, entry.title),
      element("small", {}, entry.detail),
    );
    const item = element("li", { role: "option", id: `found-${index}` }, kind, words);
    item.addEventListener("click", () => go(index));
    return item;
  };
  const mark = (): void => {
    for (const [index, item] of [...list.children].entries()) {
      item.setAttribute("aria-selected", String(index === state.chosen));
      if (index === state.chosen) item.scrollIntoView({ block: "nearest" });
    }
    input.setAttribute("aria-expanded", String(state.shown.length > 0));
    if (state.shown.length === 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${state.chosen}`);
  };
  const go = (index: number): void => {
    const entry = state.shown[index];
    if (entry === undefined) return;
    dialog.close();
    location.hash = `#${entry.place}`;
  };
  const move = (step: number): void => {
    if (state.shown.length === 0) return;
    state.chosen = (state.chosen + step + state.shown.length) % state.shown.length;
    mark();
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const action = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => go(state.chosen) }[event.key];
    if (action === undefined || event.isComposing) return;
    event.preventDefault();
    action();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  found("openSearch", HTMLButtonElement).addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const isShortcut = event.key === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    open();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
