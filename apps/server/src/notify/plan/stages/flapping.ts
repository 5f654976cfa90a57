// An alert that starts and ends again and again is told once, without reminders.
import type { Stage } from '../situation.ts';

const held = { by: 'flapping' } as const;
export const flapping: Stage = ({ kind, alert }) =>
  kind === 'reminder' && alert.metadata?.flapping ? held : undefined;
