// What the configuration of a resource shows: each in a sentence, with the time of the reading that it follows from.
import type { Finding } from '@belfry/schema/journal/finding';
import { formatAgo } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { Dot, type DotState } from '../dot.tsx';
import { messages } from './messages.ts';

const DOTS: Readonly<Record<Finding['tone'], DotState>> = { well: 'ok', note: 'warn', unknown: 'off' };

export function Findings({ findings }: { findings: readonly Finding[] }) {
  const now = useNow(MINUTE_MS);
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {findings.map((finding) => (
        <li key={finding.is} className="flex items-baseline gap-2">
          <Dot state={DOTS[finding.tone]} label={messages.tones[finding.tone]} />
          <span className="min-w-0 wrap-anywhere">
            {messageOf(finding)}{' '}
            {finding.at !== null && (
              <span className="text-mute tabular-nums">{messages.readAgo(formatAgo(Date.parse(finding.at), now))}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
