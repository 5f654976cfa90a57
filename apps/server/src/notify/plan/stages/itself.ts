// The alert says that this destination does not take messages: the others are notified about it.
import type { Stage } from '../situation.ts';

export const itself: Stage = ({ alert, destination }) =>
  alert.id === `server-problem-destination:${destination.id}` ? { by: 'itself' } : undefined;
