// What a person leaves in the browser goes when they sign out: the code of the start, and whatever they typed and did
// not send (drafts, decisions, comments). How the page looks and which filters were saved is the browser's, and stays.

const own = "switchyard.";
const ofTheBrowser = ["theme", "letterKeys", "diff.layout", "views."].map((name) => own + name);

export function forget(): void {
  for (const kept of [sessionStorage, localStorage]) {
    for (const name of Object.keys(kept)) {
      const stays = !name.startsWith(own) || ofTheBrowser.some((each) => name.startsWith(each));
      if (!stays) kept.removeItem(name);
    }
  }
}
