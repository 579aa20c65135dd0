// Makes learnings: people write them down, review them, and compile them into versions for the roles of agents.
import { chanceOf } from "./random";
import { idOf } from "./service";
import type { Service } from "./service";
import { lesson, taskTopic } from "./topics";

const reviews = ["approved", "approved", "pending", "approved", "rejected", "archived"] as const;
const severities = ["low", "medium", "high", "critical"] as const;

export interface Learning {
  id: string;
  isApproved: boolean;
}

export async function makeLearning(service: Service, seed: number, index: number): Promise<Learning> {
  const chance = chanceOf(seed, `learning ${index}`);
  const { area, file } = taskTopic(chance);
  const review = reviews[index % reviews.length] ?? "pending";
  const id = idOf(
    await service.post("/learnings/create", {
      description: lesson(chance),
      trigger: `Work on ${file}`,
      correctBehavior: "Say in the pull request why it was done so.",
      severity: chance.pick(severities),
      category: area,
      applicableRoles: ["designer", "checker"],
    }),
  );
  if (review !== "pending") await service.post("/learnings/update-status", { learningId: id, status: review });
  return { id, isApproved: review === "approved" };
}

/** Compiles two versions; the second one is active. */
export async function compileLearnings(service: Service, roleType: string, approved: string[]): Promise<void> {
  const half = approved.slice(0, Math.ceil(approved.length / 2));
  for (const learningIds of [half, approved]) {
    const versionId = idOf(await service.post("/learning-versions/compile", { roleType, learningIds }));
    await service.post("/learning-versions/activate", { versionId });
  }
}
