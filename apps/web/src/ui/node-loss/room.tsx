// The memory of a node that stays: what is in use now, and hatched what would come.
import type { NodeRoom } from '@belfry/domain/node-loss/summary';
import { wholePercent } from '../../lib/language/format.ts';
import { hint } from '../hint.tsx';
import { messages } from './messages.ts';

export function Room({ room: { node, guests, now, after } }: { room: NodeRoom }) {
  const name = node.displayName || node.name;
  const [first, all] = [wholePercent(now), wholePercent(after)];
  const width = (percent: number) => `${Math.min(100, Math.max(0, percent))}%`;
  return (
    <li className="grid grid-cols-[minmax(64px,30%)_minmax(16px,1fr)_5.5ch_minmax(9ch,auto)] items-center gap-2">
      <span className="truncate" {...hint(name)}>
        {name}
      </span>
      <span className="track relative overflow-clip" role="img" aria-label={messages.roomOf(first, all)}>
        <span className="absolute inset-y-0 left-0 bg-ok-fill" style={{ width: width(first) }} />
        <span
          className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,var(--color-warn-fill)_0_2px,transparent_2px_5px)]"
          style={{ left: width(first), width: width(all - first) }}
        />
      </span>
      <span className="num">{all}%</span>
      <span className="num text-mute">{guests > 0 && messages.comes(guests)}</span>
    </li>
  );
}
