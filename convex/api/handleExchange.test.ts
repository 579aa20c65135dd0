import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import { invalid } from "../lib/errors";
import { handleExchange } from "./handleExchange";

const request = new Request("https://example.com/api/v1/project?token=s3cret");

describe("an unexpected error", () => {
  let logged: MockInstance<typeof console.error>;
  beforeEach(() => {
    logged = vi.spyOn(console, "error").mockReturnValue(undefined);
  });
  afterEach(() => {
    logged.mockRestore();
  });

  it.each([
    [new Error("cannot open /srv/data: s3cret")],
    ["s3cret"],
    [undefined],
    [{ code: "CONFLICT", message: "s3cret" }],
  ])("500 INTERNAL, which says nothing about the cause: %j", async (thrown) => {
    const response = await handleExchange(request, () => Promise.reject(thrown));
    expect(response.status).toBe(500);
    const requestId = response.headers.get("X-Request-ID");
    expect(await response.json()).toEqual({
      error: { code: "INTERNAL", message: "Something went wrong on our side.", requestId, retryable: true },
    });
  });

  it("is logged with its request id and details, without the query", async () => {
    const response = await handleExchange(request, () => Promise.reject(new Error("cannot open /srv/data")));
    expect(logged).toHaveBeenCalledOnce();
    const line = String(logged.mock.calls[0]?.[0]);
    expect(line).toContain(response.headers.get("X-Request-ID"));
    expect(line).toContain("GET /api/v1/project");
    expect(line).toContain("cannot open /srv/data");
    expect(line).not.toContain("s3cret");
  });

  it("is retryable, unless it is a conflict that remains", async () => {
    const conflict =
      'Documents read from or written to the "runs" table changed while this mutation was being run and on every ' +
      "subsequent retry. See https://docs.convex.dev/error#1";
    const response = await handleExchange(request, () => Promise.reject(new Error(conflict)));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: "CONFLICT", retryable: true } });
    expect(logged).not.toHaveBeenCalled();
  });

  it("is logged; a refusal is only answered", async () => {
    const response = await handleExchange(request, () =>
      Promise.reject(invalid("limit", "limit must be at most 100.")),
    );
    const requestId = response.headers.get("X-Request-ID");
    const problem = { field: "limit", message: "limit must be at most 100." };
    expect(await response.json()).toEqual({
      error: { code: "VALIDATION", ...problem, problems: [problem], requestId },
    });
    expect(logged).not.toHaveBeenCalled();
  });
});
