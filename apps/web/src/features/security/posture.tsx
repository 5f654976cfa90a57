// The checks of the security score, and what to do for each that fails.

import type { SecurityStatus } from '@belfry/schema/http/security';
import { ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { momentOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { usePref } from '../../lib/prefs.ts';
import { deservesWarning, SCORE_MAX, scoreOf } from '../../lib/security-score.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { bandOf, checksOf } from './checks.ts';
import { messages } from './messages.ts';
import { warningHiddenUntil } from './warning-hidden.ts';

const BANDS = {
  good: ['text-ok', ShieldCheck],
  fair: ['text-warn', TriangleAlert],
  poor: ['text-fresh', ShieldAlert],
  bad: ['text-crit', ShieldAlert],
} as const;

/** Longer than every choice with an end. */
const FOR_GOOD_MS = 366 * 86_400_000;

export function Posture({ status }: { status: SecurityStatus }) {
  const score = scoreOf(status);
  const [tone, Icon] = BANDS[bandOf(score)];
  return (
    <Card
      flush
      title={messages.posture}
      actions={
        <span className={`flex items-center gap-2 font-semibold ${tone}`}>
          <Icon size={16} aria-hidden /> {messages.score(score, SCORE_MAX)}
        </span>
      }
    >
      <Checks status={status} className="px-4 py-3" />
      {status.clientIP && (
        <p className="border-t border-line-soft px-4 py-2 text-sm text-mute">
          {messages.client(status.clientIP, status.isPrivateNetwork ?? false)}
        </p>
      )}
      {deservesWarning(status) && <HiddenWarning />}
    </Card>
  );
}

/** Takes back the choice to hide the warning at the top of every screen. */
function HiddenWarning() {
  const [until, setUntil] = usePref(warningHiddenUntil);
  const now = useNow();
  if (until <= now) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 border-t border-line-soft px-4 py-1.5 text-sm text-soft">
      {until - now > FOR_GOOD_MS ? messages.warningHidden : messages.warningHiddenUntil(momentOf(until))}
      <Button onClick={() => setUntil(0)}>{messages.warningShow}</Button>
    </p>
  );
}

export function Checks({ status, className = '' }: { status: SecurityStatus; className?: string }) {
  const { checks } = messages;
  return (
    <ul className={`grid gap-x-8 gap-y-2 lg:grid-cols-2 ${className}`}>
      {checksOf(status).map(({ id, ok, unscored }) => (
        <li key={id} className="flex items-start gap-2.5">
          <span className="mt-1 flex">
            <Dot state={ok ? 'ok' : 'warn'} label={ok ? messages.yes : messages.no} />
          </span>
          <span>
            <span className="font-medium">{checks[id].name}</span>
            {unscored && <span className="ml-2 text-sm text-soft">{messages.unscored}</span>}
            {!ok && <span className="block text-sm text-soft">{checks[id].advice}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
