// A block of code with a button that copies it. It takes the focus, so that its text can be scrolled by keys.
import { element, icon, icons } from "./element";
import { showCode } from "./highlight";

export function codeBlock(text: string, language: string): HTMLElement {
  const code = element("code");
  showCode(code, text, language);
  return element(
    "div",
    { class: "code" },
    element("pre", { tabindex: 0 }, code),
    copyButton(() => text),
  );
}

export function copyButton(textOf: () => string): HTMLElement {
  const button = element("button", { type: "button", class: "copy", "aria-label": "Copy", title: "Copy" });
  button.append(icon(icons.copy));
  button.addEventListener("click", () => void copy(textOf(), button));
  return button;
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https, or without leave, a browser does not let a page do that.
    button.title = "The browser does not allow it here; select the text instead";
    button.setAttribute("aria-label", button.title);
    return;
  }
  button.replaceChildren(icon(icons.done));
  button.setAttribute("aria-label", "Copied");
  setTimeout(() => {
    button.replaceChildren(icon(icons.copy));
    button.setAttribute("aria-label", "Copy");
  }, 1_500);
}

/** Tabs, one of them shown. The arrow keys change between them, as the pattern of ARIA says. */
export function tabs(label: string, panels: { name: string; show: () => HTMLElement }[], kind = ""): HTMLElement {
  const id = `tabs-${++lastId.value}`;
  const panel = element("div", { role: "tabpanel", id: `${id}-panel` });
  const buttons = panels.map(({ name, show }, index) => {
    const attributes = { type: "button", role: "tab", id: `${id}-${index}`, "aria-controls": `${id}-panel` };
    const button = element("button", attributes, name);
    button.addEventListener("click", () => choose(button, show));
    return button;
  });
  const choose = (chosen: HTMLElement, show: () => HTMLElement): void => {
    for (const button of buttons) {
      button.setAttribute("aria-selected", String(button === chosen));
      button.tabIndex = button === chosen ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", chosen.id);
    panel.replaceChildren(show());
  };
  const list = element("div", { role: "tablist", "aria-label": label }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
  });
  const [first] = panels;
  const [firstButton] = buttons;
  if (first !== undefined && firstButton !== undefined) choose(firstButton, first.show);
  return element("div", { class: `tabs ${kind}` }, list, panel);
}

const lastId = { value: 0 };
