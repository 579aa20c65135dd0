// Builds the dashboard into .build/web, from where the embedded deployment or any host of static files serves it.
import react from "@vitejs/plugin-react";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Parts and icons that only a few pages use. With what all pages share they would delay every first page. */
const usedByFew =
  /parts\/(?:VirtualRows|FilterBar|FilterChoices|NewRowsButton|useFrozenRows|OrderedPicker|EditableText|ProgressBar|CommandLine)|icons\/bookmark\./;

/** What all pages share is one file, which is loaded at first. */
const usedByAll =
  /web\/src\/(?:parts|live|shortcuts|address)\/|lucide-react|node_modules\/virtua\/|preload-helper|convex\/_generated\/api|useCurrentProject|project\/user|palette\/Palette\.module|app\/areas|clearBrowserData|useBrowserNotifications/;

export default defineConfig({
  root,
  plugins: [react()],
  build: {
    outDir: process.env["WEB_OUT"] ?? path.join(root, "../.build/web"),
    emptyOutDir: true,
    // Every browser that has popovers and `light-dark()` can run this.
    target: "es2023",
    reportCompressedSize: false,
    // A test reads there what each page loads.
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Dozens of small files compress badly and take a request each.
          groups: [
            { name: "parts", test: (id) => usedByAll.test(id) && !usedByFew.test(id) },
            // What the pages with long lists share beyond that.
            { name: "lists", test: /web\/src\/parts\/(?:VirtualRows|FilterBar|NewRowsButton|useFrozenRows)/ },
            // The same for what the pages of runs share.
            {
              name: "runs",
              test: /domain\/runs\/(?:RunStatus|lastRunList|failureText|actorText|runCommands|useWaitingText|waitingText)|domain\/questions\/|runs\/status/,
            },
            // What shows a conversation, with its search.
            { name: "transcript", test: /domain\/transcript\/(?!Markdown|parseMarkdown|boundedLexer)/ },
            // And for what several forms share: each file by itself would be named in what is loaded at first.
            { name: "forms", test: /domain\/(?:queue|times|chains|followUp)\// },
          ],
        },
      },
    },
  },
});
