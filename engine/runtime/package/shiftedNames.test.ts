import { expect, it } from "vitest";
import { allReplaced, compared, shiftedApp } from "./comparing";

// The bundler gives the name `$`, or one that begins with it, to one of the package's functions, each time another one.
it.each([
  [0, 9],
  [15, 40],
  [43, 3],
  [43, 40],
  [97, 5],
  [97, 9],
])("an app with %d further functions, each used %d times, answers as it was pushed", async (count, uses) => {
  const { rewritten, pushed, replaced } = await compared(shiftedApp(count, uses));
  expect(rewritten).toEqual(pushed);
  expect(replaced).toEqual(allReplaced);
});
