import { afterEach, expect, it } from "vitest";
import { announceLongWork, startHeartbeat } from "../loop/heartbeat";
import { contain } from "./containment";

const send = Object.getOwnPropertyDescriptor(process, "send");
afterEach(() => {
  if (send === undefined) delete process.send;
  else Object.defineProperty(process, "send", send);
});

it("a function that begins in the turn of long work does not get the patience that the work asked for", () => {
  const beats: unknown[] = [];
  process.send = (beat: unknown) => beats.push(beat) > 0;
  startHeartbeat();
  announceLongWork();
  // Announced a moment ago.
  announceLongWork();
  expect(beats.splice(0)).toEqual(["turned", "long work"]);
  contain(() => expect(beats.splice(0)).toEqual(["turned"]));
  contain(() => expect(beats).toEqual([]));
  announceLongWork();
  expect(beats).toEqual(["long work"]);
});
