// Short messages at the edge of the screen. Any module may send one; it waits until the code that shows it is there.
import { createListeners } from '../lib/listeners.ts';

export interface Toast {
  type: 'success' | 'info' | 'warning' | 'error';
  title: string;
  /** More about it, below the title: the reason of a failure, what to do next. */
  message?: string | undefined;
  /** How long it stays, ms. */
  timeout: number;
  /** A button in the message. The message closes when it is used. */
  action?: { text: string; run(): void } | undefined;
}

const STAYS_MS = { success: 5_000, info: 5_000, warning: 10_000, error: 10_000 };

let waiting: Toast[] = [];
const listeners = createListeners();
export const { subscribe } = listeners;

type More = Partial<Pick<Toast, 'message' | 'timeout' | 'action'>>;

/** An empty message, or one that repeats the title, is left out. */
export function toast(type: Toast['type'], title: string, { message = '', timeout, action }: More = {}): void {
  const more = message === '' || message === title ? undefined : message;
  waiting = [...waiting, { type, title, message: more, timeout: timeout ?? STAYS_MS[type], action }];
  listeners.announce();
}

export function takeToasts(): Toast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
