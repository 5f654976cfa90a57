// How well one guest is protected, on its own page: what is lost if it dies now, why, and what comes next.
import type { TestDue } from '@belfry/schema/drill/plan';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { decisions } from '../../../api/protection.ts';
import { NONE } from '../../../lib/language/format.ts';
import { useMay } from '../../../lib/may.ts';
import { dateOf, shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { Facts, Panel } from '../../../ui/detail.tsx';
import { messages } from '../../../ui/protection/messages.ts';
import { testText } from '../../../ui/protection/test-text.ts';
import { lossText, whyText } from '../../../ui/protection/texts.ts';

const LOOKS: Readonly<Record<string, string>> = {
  ...{ failed: 'text-crit', never: 'text-crit', late: 'text-warn', 'not-covered': 'text-warn', unknown: 'text-warn' },
};

const dueText = ({ plan, until, isOverdue }: TestDue): string =>
  isOverdue ? messages.testOverdue(plan) : messages.testBy(plan, dateOf(Date.parse(until) - 1));

/** Empty while nothing is known. */
export function GuestProtectionPanel({ id, name }: { id: string; name: string }) {
  const protection = useLive(({ state }) => state?.guestProtection.find((each) => each.id === id));
  const list = useList('backupJobs');
  const jobs = useMemo(() => new Map(list.map((job) => [job.id, job])), [list]);
  const now = useNow(MINUTE_MS);
  const tests = useQuery({ ...decisions, enabled: useMay('read') }).data?.restoreTests ?? [];
  if (!protection) return null;
  const { state, byHand, lastRun, lastGood, nextRun, offSite, newestVerified, testDue } = protection;
  const moment = (at: string | undefined, none: string) => (at === undefined ? none : shortMoment(Date.parse(at), now));
  const test = tests.filter(({ guest }) => guest === id).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  return (
    <Panel title={messages.title}>
      <p className="text-md font-semibold">{lossText(name, protection, now)}</p>
      <p className={`mt-0.5 ${LOOKS[state] ?? (byHand ? 'text-warn' : 'text-soft')}`}>
        {whyText(protection, jobs, now)}
      </p>
      {(lastRun?.error ?? byHand?.error) && (
        <p className="mt-1 font-mono text-xs wrap-anywhere">{(lastRun?.error ?? byHand?.error)?.split('\n')[0]}</p>
      )}
      <div className="mt-1.5">
        <Facts
          facts={[
            [messages.lastGood, moment(lastGood, messages.none)],
            [messages.nextRun, moment(nextRun, NONE)],
            [messages.verified, moment(newestVerified, messages.neverVerified)],
            [messages.copy, moment(offSite?.at, messages.none)],
            [messages.restoreTest, test ? testText(test, now) : messages.neverTested],
            ...(testDue ? [[messages.testDue, dueText(testDue)] as const] : []),
          ]}
        />
      </div>
      <Link
        to="/proxmox/backups/protection"
        search={{ search: name }}
        className="mt-1.5 inline-block text-brand hover:underline"
      >
        {messages.link}
      </Link>
      <Link
        to="/proxmox/backups/tests"
        search={{ guest: id }}
        className="mt-1.5 ml-4 inline-block text-brand hover:underline"
      >
        {messages.testLink}
      </Link>
    </Panel>
  );
}
