// Outside of the hours of a destination nothing is sent there.
import { type Stage, wakeAt } from '../situation.ts';

export const ownHours: Stage = ({ destination }, { closed, wake }) => {
  const { inForce } = closed(destination);
  if (!inForce) return undefined;
  wakeAt(wake, inForce.end);
  return { by: 'hours', until: inForce.end };
};
