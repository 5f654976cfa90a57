// Warns that this Belfry is not protected well, until that is fixed or the user hides the warning.
import type { SecurityStatus } from '@belfry/schema/http/security';
import { Link } from '@tanstack/react-router';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { deservesWarning, isOpen, SCORE_MAX, scoreOf } from '../../lib/security-score.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chevron } from '../../ui/chevron.tsx';
import { messages } from './messages.ts';
import { Checks } from './posture.tsx';
import { warningHiddenUntil } from './warning-hidden.ts';

const DAY_MS = 86_400_000;
const choices = [
  ['day', DAY_MS],
  ['week', 7 * DAY_MS],
  ['forever', 36_500 * DAY_MS],
] as const;

export function WarningBanner({ status }: { status: SecurityStatus }) {
  const [until, setUntil] = usePref(warningHiddenUntil);
  const [details, show] = useState(false);
  if (Date.now() < until || !deservesWarning(status)) return null;
  const open = isOpen(status);
  const [shortest, ms] = open ? choices[0] : choices[1];
  const link = (
    <Link to="/settings" search={{ tab: 'security' }} className="font-medium text-brand hover:underline">
      {messages.bannerLink}
    </Link>
  );
  return (
    <section
      aria-label={messages.bannerName}
      className={`shrink-0 border-b bar-x py-0.5 text-sm ${open ? 'border-crit/50 bg-crit/12' : 'border-warn/50 bg-warn/10'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 max-md:flex-nowrap max-md:gap-x-2">
        <TriangleAlert size={14} aria-hidden className={`shrink-0 ${open ? 'text-crit' : 'text-warn'}`} />
        <b className="font-semibold">{open ? messages.bannerOpen : messages.bannerWeak}</b>
        <span className="text-soft max-md:hidden">{messages.bannerScore(scoreOf(status), SCORE_MAX)}</span>
        <span className="flex-1 max-md:hidden" />
        <Button aria-expanded={details} onClick={() => show(!details)} className="h-7! max-md:ml-auto max-md:px-3!">
          {/* a phone has room for one line: the button is an arrow there, and the link is among the details */}
          <span className="max-md:sr-only">{details ? messages.bannerHide : messages.bannerShow}</span>
          <span className="md:hidden">
            <Chevron expanded={details} />
          </span>
        </Button>
        <span className="contents max-md:hidden">{link}</span>
        <IconButton
          label={`${messages.dismiss} ${messages[shortest]}`}
          className="-mr-1 h-7!"
          onClick={() => setUntil(Date.now() + ms)}
        >
          <X size={13} />
        </IconButton>
      </div>
      {details && (
        <div className="pt-1 pb-2">
          {status.publicAccess && <p className="mb-2 font-medium">{messages.bannerPublic}</p>}
          <Checks status={status} />
          <p className="mt-2 md:hidden">{link}</p>
          <div className="mt-2 flex flex-wrap items-center gap-1.5">
            <span className="text-soft">{messages.dismiss}</span>
            {choices.map(([period, ms]) => (
              <Button key={period} look="framed" className="h-7!" onClick={() => setUntil(Date.now() + ms)}>
                {messages[period]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
