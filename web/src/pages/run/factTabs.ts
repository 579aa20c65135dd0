// The small tabs are loaded together, as they are smaller when they are compressed at once.
export { default as EventsTab } from "./EventsTab";
export { default as FeedbackTab } from "./feedback/FeedbackTab";
export { default as ProofTab } from "./ProofTab";
