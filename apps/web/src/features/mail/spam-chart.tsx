// How many messages have which spam score: one bar for each score, with its number and its share.
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { count, share } from './figures.ts';
import { messages } from './messages.ts';

export function SpamChart({ distribution }: { distribution: PmgInstance['spamDistribution'] }) {
  const total = distribution.reduce((sum, each) => sum + each.count, 0);
  const most = Math.max(1, ...distribution.map((each) => each.count));
  if (total === 0)
    return (
      <div>
        <dt className="sr-only">{messages.spam}</dt>
        <dd className="text-mute">{messages.noSpam}</dd>
      </div>
    );
  return distribution.map((each) => (
    <div key={each.score} className="flex items-center gap-2 leading-none tabular-nums">
      <dt className="w-7 shrink-0 text-right text-xs text-soft">{each.score}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2">
        <span className="h-1.5 flex-1 rounded-sm bg-trough">
          <span
            className="block h-full rounded-sm bg-tick forced-color-adjust-none forced-colors:bg-[CanvasText]"
            style={{ width: `${(100 * each.count) / most}%` }}
          />
        </span>
        <span className="w-14 text-right text-xs">{count(each.count)}</span>
        <span className="w-11 text-right text-xs text-mute">{share(each.count, total)}</span>
      </dd>
    </div>
  ));
}
