// Every scene of the demonstration, as the file that its runner reads.
import type { Scene } from "../../../packages/runner/src/agents/demo/scenes";
import { sprints } from "./board";
import { addComment, missingToFree } from "./followUp";
import { firstScan, learnedFromDiscount, learnedNothing, mergedSearch } from "./others";
import { nightlyCheck, scan, supplierPrices } from "./others";
import * as past from "./past";
import * as present from "./present";
import { storyScene } from "./story";

const { discount, removeOne, lastZero, emptyOrder, sameProduct } = present;
const { receipt, bankTransfer, restock, lastPiece, translate, images, rewrite } = present;

/** What was said about a run has its title, so what agents learn comes first. */
export const allScenes: Scene[] = [
  learnedFromDiscount,
  learnedNothing,
  mergedSearch,
  firstScan,
  scan,
  addComment,
  nightlyCheck,
  supplierPrices,
  receipt,
  bankTransfer,
  restock,
  lastPiece,
  translate,
  images,
  rewrite,
  ...[discount, removeOne, lastZero, emptyOrder, sameProduct, missingToFree, ...sprints, ...Object.values(past)].map(
    storyScene,
  ),
];
