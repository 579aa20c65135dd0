// The tabs that show code are loaded together: they share half of it, and it is smaller when it is compressed at once.
export { default as DiffTab } from "./diff/DiffTab";
export { default as FilesTab } from "./files/FilesTab";
