// The interface through which tests use the product, wherever it runs, so that one suite serves every place.
import type { FunctionArgs, FunctionReference, FunctionReturnType, FunctionType } from "convex/server";
import { describe, inject } from "vitest";
import { engineDeployment } from "./engineDeployment";
import { inProcess } from "./inProcess";

export interface Deployment {
  /** Sends a request to the HTTP-actions host. `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Calls a function, which may be internal. A ConvexError of the function is thrown as one. */
  query: Call<"query">;
  mutation: Call<"mutation">;
  action: Call<"action">;
  /** Sends bytes to an upload URL of the file storage and returns the id of the file. */
  upload(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /**
   * Sets variables of the deployment; null removes one. Other tests share the deployment, so restore what they may
   * need.
   */
  setEnvironment(changes: Record<string, string | null>): Promise<void>;
}

type Call<Kind extends FunctionType> = <Reference extends FunctionReference<Kind, "public" | "internal">>(
  reference: Reference,
  args: FunctionArgs<Reference>,
) => Promise<FunctionReturnType<Reference>>;

declare module "vitest" {
  interface ProvidedContext {
    /** Each place is a project of vitest.config.ts. */
    place: "in process" | "on the engine" | "with fresh contexts";
    /** How many cases the generated tests of `moreCases` have. */
    cases: "some" | "all";
  }
}

/**
 * Declares `suite` for the place of the present vitest project. All files that call this function belong to both
 * projects. Tests in the suite share a deployment, so they make the data that they need.
 */
export function describeEverywhere(suite: (deployment: Deployment) => void): void {
  switch (inject("place")) {
    case "in process": {
      describe("in process", () => {
        suite(inProcess());
      });
      break;
    }
    case "on the engine": {
      describe("on the engine", () => {
        suite(engineDeployment());
      });
      break;
    }
    case "with fresh contexts": {
      describe("on the engine, in a fresh context for each call", () => {
        suite(engineDeployment("fresh"));
      });
      break;
    }
  }
}
