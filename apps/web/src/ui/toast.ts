// Short messages at the edge of the screen. Any module may send one; it waits until the code that shows it is there.
export interface Toast {
  type: 'success' | 'info' | 'warning' | 'error';
  text: string;
  /** How long it stays, ms. */
  timeout: number;
  /** A button in the message. The message closes when it is used. */
  action?: { text: string; run(): void } | undefined;
}

const STAYS_MS = { success: 5_000, info: 5_000, warning: 10_000, error: 10_000 };

let waiting: Toast[] = [];
const listeners = new Set<() => void>();

export function toast(type: Toast['type'], text: string, timeout = STAYS_MS[type], action?: Toast['action']): void {
  waiting = [...waiting, { type, text, timeout, action }];
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function takeToasts(): Toast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
