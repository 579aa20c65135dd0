// The linter's rules that were written for this repository, in ESLint's form.
import { boundNames } from "./lint/boundNames.mjs";
import { checkedAnswers } from "./lint/checkedAnswers.mjs";
import { commentWidth } from "./lint/commentWidth.mjs";
import { givenFields } from "./lint/givenFields.mjs";
import { guardedListeners } from "./lint/guardedListeners.mjs";
import { hiddenMembers } from "./lint/hiddenMembers.mjs";
import { layers } from "./lint/layers.mjs";
import { moduleState } from "./lint/moduleState.mjs";
import { oneTerminal } from "./lint/oneTerminal.mjs";
import { plainEnglish } from "./lint/plainEnglish.mjs";
import { saidTexts } from "./lint/saidTexts.mjs";
import { stubbedGlobals } from "./lint/stubbedGlobals.mjs";

export default {
  meta: { name: "switchyard" },
  rules: {
    "bound-names": boundNames,
    "checked-answers": checkedAnswers,
    "comment-width": commentWidth,
    "given-fields": givenFields,
    "guarded-listeners": guardedListeners,
    "hidden-members": hiddenMembers,
    layers,
    "module-state": moduleState,
    "one-terminal": oneTerminal,
    "plain-english": plainEnglish,
    "said-texts": saidTexts,
    "stubbed-globals": stubbedGlobals,
  },
};
