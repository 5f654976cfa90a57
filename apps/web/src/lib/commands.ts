// The registry of commands: what the user can do by a key or from the command palette. A command exists as long as the
// component that registered it.
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The key of a command that gets every printable character that nothing else handles. */
export const ANY_LETTER = 'any letter';

export interface Command {
  id: string;
  /** What it does, in the current language. */
  name(): string;
  /** As `KeyboardEvent.key` names it: `?`, `Escape`; `Mod+k` is ⌘ K on a Mac and Ctrl K elsewhere. See hotkeys.ts. */
  keys?: string;
  /** Where the keys work. A focused `element` handles its keys itself; the command only lists them in the help. */
  scope: 'element' | 'beside' | 'screen' | 'global';
  /** The group in the palette. Without a group, the palette does not list it. */
  group?: 'screens' | 'settings' | 'views' | 'actions';
  /** Further words that find it in the palette. */
  words?(): string;
  /** Whether it can be used now. */
  when?(): boolean;
  run?(): void;
}

const registered: (() => readonly Command[])[] = [];
const listeners = createListeners();
let changes = 0;

/** Call it when commands came or went. */
function announce(): void {
  changes++;
  listeners.announce();
}

/** A number that grows whenever commands come or go. The component that reads it renders again then. */
export const useCommandChanges = (): number => useSyncExternalStore(listeners.subscribe, () => changes);

/** The commands that can be used now, each id once. */
export function currentCommands(): Command[] {
  const usable = registered.flatMap((read) => read()).filter((command) => command.when?.() ?? true);
  return [...new Map(usable.map((command) => [command.id, command])).values()];
}

/** Runs the command with this id, if it exists. */
export const runCommand = (id: string): void =>
  currentCommands()
    .find((command) => command.id === id)
    ?.run?.();

/** Returns a function that removes them. `read` is called at each use, so the commands are those of the last render. */
export function registerCommands(read: () => readonly Command[]): () => void {
  registered.push(read);
  announce();
  return () => {
    registered.splice(registered.indexOf(read), 1);
    announce();
  };
}

export function useCommand(...commands: readonly Command[]): void {
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useEffect(() => registerCommands(() => latest.current), []);
  const ids = commands.map(({ id }) => id).join(' ');
  const announced = useRef(ids);
  useEffect(() => {
    if (announced.current === ids) return;
    announced.current = ids;
    announce();
  }, [ids]);
}
