import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InactivityTimer } from "./inactivityTimer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is noticed after the limit since something was heard, but not while it is held", () => {
  const noticed = vi.fn<() => void>();
  const silence = new InactivityTimer(1000, noticed);
  vi.advanceTimersByTime(900);
  silence.reset();
  vi.advanceTimersByTime(900);
  silence.setPaused(true);
  vi.advanceTimersByTime(5000);
  expect(noticed).not.toHaveBeenCalled();
  silence.setPaused(false);
  vi.advanceTimersByTime(1000);
  expect(noticed).toHaveBeenCalledOnce();
});

it("leaves no timer after its end, whatever is heard then", () => {
  const silence = new InactivityTimer(1000, () => {});
  silence.stop();
  silence.reset();
  silence.setPaused(false);
  expect(vi.getTimerCount()).toBe(0);
});
