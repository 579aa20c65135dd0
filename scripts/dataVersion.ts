// The form of the data in a data directory is a number. It grows with everything that may be stored: a table, an index,
// a field, also an optional one, and a migration. An older version must not serve newer data: it would refuse documents
// that it does not know in the middle of its work, or write rows without what the newer version added.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

/**
 * What may be stored, as a digest of the schema and the migrations (scripts/dataVersion.test.ts). The form of 0.1.0 is
 * the first. A change appends one, and never replaces one: data of each of them may be somewhere.
 */
export const fingerprints: readonly string[] = [
  "Kx5Ou0EUIjh1Ks1d",
  "FoZvbMpwkPzFBDzW",
  "uN-8nuZxMBpq52YN",
  "Qxzt_LPBXpsGiA99",
  "UxxU7SSW5zzIRneo",
  "NWKCqClKOprbOLri",
  "oskKOX1nLTxnbDII",
  "vlLCH3qm82NL7aWh",
  "y9JWuKGkPCUUxOxU",
  "o0OjT7yHPgGCU7dR",
  "9E6NWQDMJ0suWuCJ",
  "7NKy5EKySrnglVzX",
  "uAoFoxUTgWkxjxuW",
  "yKgzaQZuXioLH9cF",
  "_MuYNzJfcnvzOVRf",
  "Ae-uKp4aQNS20bX9",
  "yeMMhXA6YLfAKYCr",
  "rrHPAVeu1Dun0DSZ",
  "R0Ge9zFbnptIIw7g",
  "lwYvlK2EtQhqXPpH",
  "p_qDkPS45IcladBO",
  "W07X1CxkQCQY3fSz",
  "8QYXJqqCqlkfSn6W",
  "Y2m2UdsbnIZKGqm-",
  "BERH9dT4taC0yjq3",
  "0OHYwiz0XMDhPN8a",
  "WHVqsIV_EDUt2Jur",
  "XcnKs-4ZhemvlOKH",
  "I9dThkWee-ynvkGi",
  "6dG5XI9iAe6TnqaJ",
  "bNeGgSqcSV8PEaLH",
  "X22VT_u3bS5wjFIX",
  "HRhMkqgnbX_8Ecic",
  "ZMOI5APb8WyWeO50",
  "s9ywMnPYUnrR-xjK",
  "PwNicvOhNrOWbMdk",
  "gUHWN1Wut47cx4eX",
  "E4k-20iUOspJzPPk",
  "MyMGxGZBB0asGj_A",
  "ZmDnxhvpa_2Br1To",
  "qx4gsvh-WETNnbpt",
  "xnaPY-Lai2346sei",
];

const presentForm = fingerprints.length;

/** Throws an Error with one sentence when a later version has written the directory. */
export function refuseNewerVersion(dataDirectory: string): void {
  const file = fileIn(dataDirectory);
  const found = existsSync(file) ? Number(readFileSync(file, "utf8")) : presentForm;
  if (found <= presentForm) return;
  throw new Error(
    `The data directory ${dataDirectory} was written by a later version${writerOf(dataDirectory)}: form ${found} of the ` +
      `data, and this version knows form ${presentForm}. It was left as it is; start a version that knows form ${found}, ` +
      `or restore a backup made before it.`,
  );
}

/** Must be called before this version writes anything into the directory. */
export function recordCurrentVersion(dataDirectory: string): void {
  writeFileSync(fileIn(dataDirectory), String(presentForm));
  const { version } = JSON.parse(readFileSync(path.join(rootDirectory, "package.json"), "utf8")) as { version: string };
  writeFileSync(writerFileIn(dataDirectory), version);
}

function writerOf(dataDirectory: string): string {
  const file = writerFileIn(dataDirectory);
  return existsSync(file) ? ` (${readFileSync(file, "utf8").trim().slice(0, 100)})` : "";
}

function writerFileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "data-version");
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "data-form");
}
