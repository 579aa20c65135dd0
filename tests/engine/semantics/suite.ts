// Every case of the suite.
import type { Case } from "./case";
import { documentCases } from "./cases/documents";
import { errorCases } from "./cases/errors";
import { fileCases } from "./cases/files";
import { filterCases } from "./cases/filters";
import { httpCases } from "./cases/http";
import { paginationCases } from "./cases/pagination";
import { rangeCases } from "./cases/ranges";
import { runtimeCases } from "./cases/runtime";
import { schedulingCases } from "./cases/scheduling";
import { searchCases } from "./cases/search";
import { transactionCases } from "./cases/transactions";
import { validationCases } from "./cases/validation";

export const suite: Case[] = [
  ...documentCases,
  ...rangeCases,
  ...filterCases,
  ...paginationCases,
  ...searchCases,
  ...transactionCases,
  ...errorCases,
  ...validationCases,
  ...schedulingCases,
  ...runtimeCases,
  ...fileCases,
  ...httpCases,
];
