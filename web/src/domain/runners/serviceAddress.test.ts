import { expect, it } from "vitest";
import { addressFromElsewhere, isServiceHere } from "./serviceAddress";

it("a service that knows no name of its own has that of the page, except on this machine", () => {
  const from = (url: string, hostname: string) => addressFromElsewhere(url, { hostname });
  expect(from("http://0.0.0.0:3211", "build.example")).toBe("http://build.example:3211");
  expect(from("http://127.0.0.1:3211", "build.example")).toBe("http://build.example:3211");
  expect(from("http://127.0.0.1:3211", "localhost")).toBe("http://127.0.0.1:3211");
  expect(from("https://calm-fox-1.convex.site", "board.example")).toBe("https://calm-fox-1.convex.site");
  expect(isServiceHere({ hostname: "127.0.0.1" })).toBe(true);
  expect(isServiceHere({ hostname: "127.0.0.1.example" })).toBe(false);
});
