// Completions for a shell, made from the commands that there are.
import type { Command } from 'commander';
import { Failure } from './failure.ts';
import { messages } from './messages/usage.ts';

interface Words {
  /** The commands that lead here: empty for `belfry` itself. */
  path: string;
  words: string[];
}

function wordsOf(command: Command, path = ''): Words[] {
  const below = command.commands.map((each) => each.name());
  const options = command.options.flatMap(({ long }) => long ?? []);
  return [
    { path, words: [...below, ...options, '--help'] },
    ...command.commands.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim())),
  ];
}

/** The text of a script that the shell reads. */
export function completion(program: Command, shell: string): string {
  const all = wordsOf(program);
  if (shell === 'bash') return bash(all);
  if (shell === 'zsh') return `#compdef belfry\nautoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
  if (shell === 'fish') return fish(all);
  throw new Failure(messages.noShell(shell));
}

/** An option or an argument before the last word does not change the command, so only known commands are followed. */
const bash = (all: readonly Words[]): string => `_belfry() {
  local path='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${path:+$path }\${COMP_WORDS[i]}"
    case "$word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      '${path}') path=$word ;;\n`)
  .join('')}    esac
  done
  case "$path" in
${all.map(({ path, words }) => `    '${path}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")) ;;\n`).join('')}  esac
}
complete -o default -F _belfry belfry
`;

const fish = (all: readonly Words[]): string =>
  all
    .map(({ path, words }) => {
      const steps = path === '' ? [] : path.split(' ');
      const isHere =
        steps.length === 0
          ? '__fish_use_subcommand'
          : steps.map((step) => `__fish_seen_subcommand_from ${step}`).join('; and ');
      return `complete -c belfry -n '${isHere}' -a '${words.join(' ')}'\n`;
    })
    .join('');
