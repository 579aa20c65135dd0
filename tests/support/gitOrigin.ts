// A git repository in place of the one at the code host.
import { execFileSync } from "node:child_process";
import path from "node:path";

/** Returns what git has written. Throws what it has complained about. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** A shell starts programs at a fifth of what it costs a worker. It ends at the first that fails. */
function script(cwd: string, text: string, args: string[], input = ""): void {
  execFileSync("sh", ["-ec", text, "sh", ...args], { cwd, input, stdio: ["pipe", "pipe", "pipe"] });
}

const somebody = "-c user.name=Somebody -c user.email=somebody@example.com";

/** Nothing is worth being packed in it, so no push looks for that. */
const makesOrigin = `git init --quiet --bare --initial-branch=main "$1"
printf "[receive]\\n\\tautogc = false\\n" >>"$1/config"
git clone --quiet "$1" "$2"
cd "$2"
echo "A project." >README.md
git add .
git ${somebody} -c maintenance.auto=false commit --quiet -m begin
git push --quiet origin HEAD:main`;

/** Makes a bare repository with one commit on `main`, and returns its path. */
export function makeOrigin(folder: string): string {
  const origin = path.join(folder, "origin.git");
  script(folder, makesOrigin, [origin, path.join(folder, "origin-work")]);
  return origin;
}

/** Somebody else changes a file on `main` of this bare repository. */
export function commitToMain(origin: string, file: string, text: string): void {
  commitTo(origin, "main", file, text);
}

const commitsTo = `blob=$(git hash-object -w --stdin)
git read-tree "$1"
git update-index --add --cacheinfo "100644,$blob,$2"
made=$(git ${somebody} commit-tree "$(git write-tree)" -p "$1" -m "Change $2")
git update-ref "refs/heads/$1" "$made"`;

/** Somebody else changes a file on a branch of this bare repository. */
export function commitTo(origin: string, branch: string, file: string, text: string): void {
  script(origin, commitsTo, [branch, file], text);
}
