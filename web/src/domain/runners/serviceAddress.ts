// The address of the service's API, as commands need it. Pure.

const isThisMachine = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether the page comes from the machine that it is shown on, so that the service is there, too. */
export function isServiceHere(page: { hostname: string }): boolean {
  return isThisMachine(page.hostname);
}

/** The address of the service as another machine sees it: one that listens everywhere knows no name of its own. */
export function addressFromElsewhere(serviceUrl: string, page: { hostname: string }): string {
  if (!URL.canParse(serviceUrl)) return serviceUrl;
  const url = new URL(serviceUrl);
  const isNameless = url.hostname === "0.0.0.0" || url.hostname === "[::]" || isThisMachine(url.hostname);
  if (isNameless && !isThisMachine(page.hostname)) url.hostname = page.hostname;
  return url.origin;
}
