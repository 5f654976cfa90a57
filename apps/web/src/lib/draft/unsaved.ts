// The forms and dialogs on the page that have unsaved changes, for what replaces the whole page, such as another language.

type Leave = (action: () => void) => void;
const guards = new Set<Leave>();

/** `leave` asks the user, then runs the action. Returns a function that ends the guard. */
export function guardUnsaved(leave: Leave): () => void {
  guards.add(leave);
  return () => void guards.delete(leave);
}

export const isUnsaved = (): boolean => guards.size > 0;

/** Runs `action` when the user has agreed to lose the changes of every form, the newest first. */
export function leaveAll(action: () => void): void {
  [...guards].reduce<() => void>((next, leave) => () => leave(next), action)();
}
