// The alerts that a destination gets, in a cell of a table.
import type { Routing } from '@belfry/schema/notifications/routing';
import { getsOf } from './gets.ts';

export function GetsCell({ routing, resolutions }: { routing: Routing; resolutions: boolean }) {
  const [what, from] = getsOf(routing, resolutions);
  return (
    <span className="block">
      {what}
      <span className="block text-sm text-mute">{from}</span>
    </span>
  );
}
