import { describe, expect, it } from "vitest";
import { eventText } from "./eventText";

describe("what became of a question", () => {
  it("is said in plain words", () => {
    const text = (status: string) => eventText("questions.answered", { status });
    expect(text("answered")).toBe("The question was answered");
    expect(text("dismissed")).toBe("The question was dismissed");
    expect(text("expired")).toBe("The question has expired");
  });
});
