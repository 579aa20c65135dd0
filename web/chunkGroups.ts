// Which modules share a file that browsers load. Dozens of small files compress badly and take a request each.

interface ChunkGroup {
  name: string;
  /** Parts of paths. A module whose path has one of them belongs to the group. */
  of: readonly string[];
  except?: readonly string[];
}

const within = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`);

/** Parts that only a few pages use. With what all pages share they would delay every first page. */
const partsOfFew = within("web/src/parts", [
  "VirtualRows",
  "FilterBar",
  "FilterChoices",
  "NewRowsButton",
  "useFrozenRows",
  "OrderedPicker",
  "EditableText",
  "ProgressBar",
  "CommandLine",
]);

export const chunkGroups: readonly ChunkGroup[] = [
  // What all pages share, which is loaded at first.
  {
    name: "parts",
    of: [
      ...within("web/src", ["parts/", "live/", "shortcuts/", "urlState/", "project/user"]),
      ...within("web/src", ["project/useCurrentProject", "app/palette/Palette.module", "app/areas"]),
      ...within("web/src", ["session/clearBrowserData", "pages/inbox/useBrowserNotifications"]),
      ...within("node_modules", ["lucide-react/", "virtua/"]),
      "convex/_generated/api",
      "preload-helper",
    ],
    except: [...partsOfFew, "icons/bookmark."],
  },
  // What the pages with long lists share beyond that.
  {
    name: "lists",
    of: within("web/src/parts", ["VirtualRows", "FilterBar", "NewRowsButton", "useFrozenRows"]),
  },
  // The same for what the pages of runs share.
  {
    name: "runs",
    of: [
      ...within("web/src/domain/runs", ["RunStatus", "lastRunList", "failureText", "actorText", "runCommands"]),
      ...within("web/src/domain/runs", ["useWaitingText", "waitingText"]),
      "web/src/domain/questions/",
      "convex/runs/status",
    ],
  },
  // What shows a conversation, with its search.
  {
    name: "transcript",
    of: ["web/src/domain/transcript/"],
    except: within("web/src/domain/transcript", ["Markdown", "parseMarkdown", "boundedLexer"]),
  },
  // And for what several forms share: each file by itself would be named in what is loaded at first.
  { name: "forms", of: within("web/src/domain", ["queue/", "times/", "chains/", "followUp/"]) },
];
