import { expect, it } from "vitest";
import type { AgentEvent } from "../agent";
import { OpenRequests } from "./openRequests";

const question = (title: string) => ({ kind: "question" as const, title, text: null, options: null, schema: null });

const never = () => new AbortController().signal;

it("an agent has 20 open questions at most, and learns why the next is refused", async () => {
  const events: AgentEvent[] = [];
  const requests = new OpenRequests(
    (event) => events.push(event),
    () => {},
  );
  const open = Array.from({ length: 20 }, (_, number) => requests.ask(question(`Question ${number}`), never()));
  await expect(requests.ask(question("One more"), never())).rejects.toThrow("20 questions wait for a person");
  expect(events).toHaveLength(20);
  const [first] = events;
  requests.answer(first?.kind === "question" ? first.id : "", "yes");
  expect(await open[0]).toBe("yes");
  const another = requests.ask(question("One more"), never());
  expect(events).toHaveLength(21);
  requests.close();
  await Promise.all([...open, another]);
});

it("the stored size of a question is bounded", async () => {
  const requests = new OpenRequests(
    () => {},
    () => {},
  );
  await expect(requests.ask(question("x".repeat(200_000)), never())).rejects.toThrow("100000 characters");
});
