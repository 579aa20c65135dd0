// The scripts that make shells complete `switchyard`. They ask the command itself, so that what they offer is what it
// understands.

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

// bash cuts words at the characters of COMP_WORDBREAKS, such as the colons of an address, and replaces only the part
// behind the last of them. So the parts are joined where no space is between them in the line.
const bash = `# bash completion of switchyard. In ~/.bashrc: source <(switchyard completion bash)
_switchyard() {
  local line word part at head found rest="$COMP_LINE"
  local -a words=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    part="\${COMP_WORDS[at]}"
    if [[ at -gt 0 && -n "$rest" && "$rest" != [[:space:]]* ]]; then
      words[\${#words[@]}-1]+="$part"
    else
      words+=("$part")
      rest="\${rest#"\${rest%%[![:space:]]*}"}"
    fi
    rest="\${rest#"$part"}"
  done
  word="\${words[\${#words[@]}-1]}"
  [[ "$part" == *[!:=]* ]] || part=
  head="\${word%"$part"}"
  COMPREPLY=()
  while IFS= read -r line; do
    found="\${line%%$'\\t'*}"
    COMPREPLY+=("$(printf '%q' "\${found#"$head"}")")
  done < <(switchyard complete -- "\${words[@]:1}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -gt 0 || "$word" == -* ]] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _switchyard switchyard
`;

const zsh = `#compdef switchyard
# zsh completion of switchyard. In ~/.zshrc: source <(switchyard completion zsh)
_switchyard() {
  local -a found
  local line
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(switchyard complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe 'switchyard' found; else _files; fi
}
compdef _switchyard switchyard
`;

const fish = `# fish completion of switchyard. In ~/.config/fish/config.fish: switchyard completion fish | source
function __switchyard_complete
  set -l words (commandline -opc) (commandline -ct)
  switchyard complete -- $words[2..-1] 2>/dev/null
end
complete -c switchyard -f -a '(__switchyard_complete)'
`;

export const scripts: Record<Shell, string> = { bash, zsh, fish };
