// Builds the dashboard into .build/web, from where the embedded deployment or any host of static files serves it.
import react from "@vitejs/plugin-react";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunkGroups";

const root = fileURLToPath(new URL(".", import.meta.url));

const matches = (id: string, parts: readonly string[]) => parts.some((part) => id.includes(part));

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
          groups: chunkGroups.map(({ name, of, except = [] }) => ({
            name,
            test: (id) => matches(id, of) && !matches(id, except),
          })),
        },
      },
    },
  },
});
