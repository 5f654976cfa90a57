// An alert that starts and ends again and again gets one message, without reminders.
import type { Stage } from '../situation.ts';

const held = { by: 'flapping' } as const;
export const flapping: Stage = ({ kind, alert }) =>
  kind === 'reminder' && alert.metadata?.flapping ? held : undefined;
