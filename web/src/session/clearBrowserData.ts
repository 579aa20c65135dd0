// What a person leaves in the browser goes when they sign out: the code of the start, and whatever they typed and did
// not send (drafts, decisions, comments). How the page looks and which filters were saved is the browser's, and stays.

const ownPrefix = "switchyard.";
const keptNames = ["theme", "letterKeys", "diff.layout", "views."].map((name) => ownPrefix + name);

export function clearBrowserData(): void {
  for (const kept of [sessionStorage, localStorage]) {
    for (const name of Object.keys(kept)) {
      const stays = !name.startsWith(ownPrefix) || keptNames.some((each) => name.startsWith(each));
      if (!stays) kept.removeItem(name);
    }
  }
}
