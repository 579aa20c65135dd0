// The contexts of a browser in which pages of tests are. A context of its own for each page would start a process for
// each, which reads all code of the dashboard as if for the first time. So a context that a test has left is emptied
// and used again, unless the test has changed it in a way that cannot be taken back.
import { vi } from "vitest";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { wide } from "./windowSizes";

/** Nothing else is in the context, and nothing is left of what was there before. */
export interface TakenContext {
  context: BrowserContext;
  leave: () => Promise<void>;
}

interface ReusableContext {
  context: BrowserContext;
  /** Its process stays while there is a page in it. */
  keeper: Page;
  devtools: CDPSession;
  isChanged: () => boolean;
}

/** What a page of the dashboard is opened with. */
const usual: BrowserContextOptions = {
  viewport: wide,
  locale: "en-GB",
  timezoneId: "Europe/Berlin",
  reducedMotion: "reduce",
};

export class ContextPool {
  private readonly free: ReusableContext[] = [];
  private readonly made: BrowserContext[] = [];
  private readonly browser: Browser;
  private readonly origin: string;

  constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.origin = origin;
  }

  /** One with other options, or for another origin, is left for good. */
  async take(origin: string, options: BrowserContextOptions): Promise<TakenContext> {
    if (origin === this.origin && Object.keys(options).length === 0) return await this.takeUsual();
    const context = await this.browser.newContext({ ...usual, ...options });
    this.made.push(context);
    return { context, leave: () => context.close() };
  }

  /** The pages of a service that ends would look for it as long as the browser runs. */
  async close(): Promise<void> {
    await Promise.all(this.made.map((context) => context.close()));
  }

  private async takeUsual(): Promise<TakenContext> {
    const reusable = this.free.pop() ?? (await this.make());
    return { context: reusable.context, leave: () => this.empty(reusable) };
  }

  private async make(): Promise<ReusableContext> {
    const context = await this.browser.newContext(usual);
    this.made.push(context);
    await context.addInitScript(silenceWhenLeft);
    const isChanged = watchChanges(context);
    const keeper = await context.newPage();
    await keeper.goto(`${this.origin}/config.json`);
    return { context, keeper, devtools: await context.newCDPSession(keeper), isChanged };
  }

  private async empty(reusable: ReusableContext): Promise<void> {
    const { context, keeper, devtools, isChanged } = reusable;
    if (isChanged()) return await context.close();
    // What a tab has for itself goes with it.
    const others = context.pages().filter((page) => page !== keeper);
    await Promise.all(others.map((page) => closeInSilence(page)));
    await devtools.send("Storage.clearDataForOrigin", { origin: this.origin, storageTypes: "all" });
    await context.clearCookies();
    await context.clearPermissions();
    this.free.push(reusable);
  }
}

/**
 * Runs in each page before its own scripts. A page that is closed with its context does nothing more. One that is
 * closed alone still sees that it closes, and sends what could have been undone, when the next test has begun.
 */
function silenceWhenLeft(): void {
  let isLeft = false;
  addEventListener("left-by-test", () => (isLeft = true));
  for (const name of ["pagehide", "visibilitychange"]) {
    const silence = (event: Event) => isLeft && event.stopImmediatePropagation();
    addEventListener(name, silence, { capture: true });
  }
}

async function closeInSilence(page: Page): Promise<void> {
  // A page that is gone already needs no silence.
  await page.evaluate(() => dispatchEvent(new Event("left-by-test"))).catch(() => undefined);
  await page.close();
}

/** Returns what tells whether the context was changed for good. */
function watchChanges(context: BrowserContext): () => boolean {
  const { clock } = context;
  const changes = [
    vi.spyOn(context, "addCookies"),
    vi.spyOn(context, "addInitScript"),
    vi.spyOn(context, "exposeBinding"),
    vi.spyOn(context, "exposeFunction"),
    vi.spyOn(context, "route"),
    vi.spyOn(context, "routeFromHAR"),
    vi.spyOn(context, "routeWebSocket"),
    vi.spyOn(context, "setExtraHTTPHeaders"),
    vi.spyOn(context, "setGeolocation"),
    vi.spyOn(context, "setOffline"),
    vi.spyOn(clock, "install"),
    vi.spyOn(clock, "pauseAt"),
    vi.spyOn(clock, "setFixedTime"),
    vi.spyOn(clock, "setSystemTime"),
  ];
  return () => changes.some(({ mock }) => mock.calls.length > 0);
}
