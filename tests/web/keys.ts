// Keys as a person presses them, who sees first that the page takes them. A test is faster than the page: what it
// pressed while the page still loaded, or while a former field had the focus, would be lost or go elsewhere.
import type { Locator, Page } from "playwright-core";

const field = ":is(input:not([type=checkbox], [type=radio]), textarea, select)";

/**
 * Presses keys of the page, each when the page has a command for it and nothing on it loads. Keys that follow one
 * another, such as `g v`, are one command.
 */
export async function press(page: Page, ...commands: string[]): Promise<void> {
  for (const command of commands) {
    await page.locator(pageThatTakes(command)).waitFor({ state: "attached" });
    for (const key of command.split(" ")) await page.keyboard.press(key);
  }
}

/** From now on a pointer that touches the page is a page error, also after it is loaded again. */
export async function refusePointers(page: Page): Promise<void> {
  const refuse = () => addEventListener("pointerdown", () => console.error("A pointer was used."), { capture: true });
  await page.evaluate(refuse);
  await page.addInitScript(refuse);
}

/** Leads the focus to a list of choices, and takes the one that begins with the text. */
export async function pick(page: Page, list: Locator, text: string): Promise<void> {
  await reach(page, list);
  await page.keyboard.type(text);
}

/** Types where the focus is, when a field has it. */
export async function type(page: Page, text: string): Promise<void> {
  await page.locator(`${field}:focus`).first().waitFor();
  await page.keyboard.type(text);
}

/** Presses Tab until it has the focus, as somebody does without a key for it. */
export async function reach(page: Page, goal: Locator, tab: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await goal.waitFor();
  for (let presses = 0; presses < 150; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(tab);
  }
  throw new Error(`${tab} does not lead to ${goal.toString()}.`);
}

/** Goes to a row of a list, down with `j` or else up with `k`. */
export async function choose(page: Page, row: Locator): Promise<void> {
  await row.waitFor();
  const rows = await page.locator("[data-row]").count();
  for (const key of ["j", "k"]) {
    for (let moves = 0; moves <= rows; moves++) {
      if ((await row.getAttribute("aria-current")) !== null) return;
      await press(page, key);
    }
  }
  throw new Error(`The row ${row.toString()} was not reached.`);
}

/** Sends the form of a dialog by Control+Enter, when it can be sent. */
export async function send(page: Page): Promise<void> {
  const main = "button[data-look=main]:enabled";
  await page.locator(`dialog[open]:has(form :focus):has(${main})`).waitFor();
  await page.keyboard.press("Control+Enter");
}

/** Confirms by Enter what a dialog asks, when its button has the focus. */
export async function confirm(page: Page): Promise<void> {
  await page.locator("dialog[open] button:is([data-look=main], [data-look=bad]):focus").waitFor();
  await page.keyboard.press("Enter");
}

/** Selects the page on which the key runs its command: shortcuts/listenToShortcuts.ts lists the keys that work. */
function pageThatTakes(command: string): string {
  const word = command
    .split(" ")
    .map((key) => wordOf(key))
    .join(">");
  const listed = (as: string) => `html[data-keys~=${JSON.stringify(as)}]`;
  const isReady = `:not(:has(main[aria-busy=true]))`;
  return [
    `${listed(word)}:not(:has(dialog[open])):not(:has(${field}:focus))${isReady}`,
    `${listed(`field:${word}`)}:not(:has(dialog[open])):has(${field}:focus)${isReady}`,
    `${listed(`dialog:${word}`)}:has(dialog[open]):not(:has(${field}:focus))`,
  ].join(", ");
}

/** The page's name of what Playwright calls `Control+s`, `Shift+Delete` or `Shift+G`. */
function wordOf(key: string): string {
  const capital = /^Shift\+([A-Z])$/.exec(key)?.[1];
  if (capital !== undefined) return capital;
  return key.replace("Control+", "mod+").replace("Shift+", "shift+").replace("Alt+", "alt+");
}
