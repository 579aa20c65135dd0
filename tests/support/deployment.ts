// What tests of the product ask of wherever it runs, so that one suite serves every place.
import type { FunctionArgs, FunctionReference, FunctionReturnType, FunctionType } from "convex/server";
import { describe, inject } from "vitest";
import { engineDeployment } from "./engineDeployment";
import { inProcess } from "./inProcess";

export interface Deployment {
  /** A request to the HTTP-actions host; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Internal functions too. A ConvexError of the function is thrown as one. */
  query: Call<"query">;
  mutation: Call<"mutation">;
  action: Call<"action">;
  /** Sets variables of the deployment; null removes one. The deployment is shared: put back what others may meet. */
  setEnvironment(changes: Record<string, string | null>): Promise<void>;
}

type Call<Kind extends FunctionType> = <Reference extends FunctionReference<Kind, "public" | "internal">>(
  reference: Reference,
  args: FunctionArgs<Reference>,
) => Promise<FunctionReturnType<Reference>>;

declare module "vitest" {
  interface ProvidedContext {
    /** Each is a project of vitest.config.ts. */
    place: "in process" | "on the engine";
  }
}

/**
 * Declares `suite` in the place of the vitest project; all files that call it are in a project of each. Tests in it
 * share a deployment and therefore make what they need for themselves.
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
  }
}
