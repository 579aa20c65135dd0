// What can be seen of a run, one at a time. The name is the end of the address.
export type RunTabName = "transcript" | "diff" | "files" | "proof" | "feedback" | "events";

export interface RunTab {
  name: RunTabName;
  label: string;
  key: string;
}

export const runTabs: readonly RunTab[] = [
  { name: "transcript", label: "Transcript", key: "t" },
  { name: "diff", label: "Diff", key: "d" },
  { name: "files", label: "Files", key: "f" },
  { name: "proof", label: "Proof", key: "o" },
  { name: "feedback", label: "Feedback", key: "b" },
  { name: "events", label: "Events", key: "v" },
];
