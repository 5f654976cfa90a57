// The first lines of the screen, and the counters, which are filters.
import { latestNightOf, lossesOf } from '@belfry/domain/protection/estate';
import { lastNights } from '@belfry/domain/protection/nights';
import { lossOf, summaryOf } from '@belfry/domain/protection/summary';
import type { BackupGroup, GuestProtection } from '@belfry/schema/protection/guest-protection';
import { type CSSProperties, useMemo } from 'react';
import { formatCount, formatDuration } from '../../../lib/language/format.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import type { Shown } from '../view.ts';
import { countersOf } from './counts.ts';
import { clockOfBrowser, lossSentence, nightSentence } from './sentences.ts';
import '../protection.css';

interface VerdictProps {
  subjects: ReadonlyMap<string, Subject>;
  groups: readonly BackupGroup[];
  untested: number;
  shown: Shown;
  onShow(shown: Shown): void;
  now: number;
}

export function Verdict({ subjects, groups, untested, shown, onShow, now }: VerdictProps) {
  const guests = useMemo(() => [...subjects.values()].map(({ protection }) => protection), [subjects]);
  const counters = useMemo(() => countersOf(guests, groups, untested, shown), [guests, groups, untested, shown]);
  return (
    <section aria-label={messages.verdict} className="card flex flex-wrap items-center gap-x-6 gap-y-2 px-3.5 py-2">
      <Sentences guests={guests} subjects={subjects} now={now} />
      <fieldset
        aria-label={messages.counters}
        style={{ '--all': counters.length, '--half': Math.ceil(counters.length / 2) } as CSSProperties}
        className="counters"
      >
        {counters.map(({ id, count, tone }) => (
          <button
            key={id}
            type="button"
            aria-pressed={shown === id}
            onClick={() => onShow(shown === id ? 'all' : id)}
            className="flex flex-col rounded-md border px-2.5 py-0.5 text-left hover:bg-hover"
          >
            <b className={`block text-lg leading-5 tabular-nums ${LOOKS[tone]}`}>{formatCount(count)}</b>
            <span className="text-xs text-mute">{messages.counts[id]}</span>
          </button>
        ))}
      </fieldset>
    </section>
  );
}

const LOOKS = { crit: 'font-bold text-crit', warn: 'font-bold text-warn', none: 'font-semibold' };

interface SentencesProps {
  guests: readonly GuestProtection[];
  subjects: ReadonlyMap<string, Subject>;
  now: number;
}

function Sentences({ guests, subjects, now }: SentencesProps) {
  const isBare = guests.every(({ backups, jobs }) => backups === 0 && jobs.length === 0);
  const isUnknown = guests.every(({ state }) => state === 'unknown');
  if (isBare && !isUnknown)
    return (
      <div className={SENTENCES}>
        <p className={HEADLINE}>{messages.noBackups(guests.length)}</p>
        <p className="mt-0.5 text-soft">{messages.noBackupsHint}</p>
      </div>
    );
  const lastNight = latestNightOf(guests, lastNights(now, clockOfBrowser));
  const night = nightSentence(lastNight, (id) => subjects.get(id)?.guest.name ?? id);
  const { worst } = summaryOf(guests);
  const subject = subjects.get(worst ?? '');
  const loss = subject && lossOf(subject.protection, now);
  return (
    <div className={SENTENCES}>
      <p className={HEADLINE}>{night}</p>
      <p className="mt-0.5 text-sm text-soft">
        {lossSentence(lossesOf(guests, now))}{' '}
        {subject && loss?.kind === 'since-backup' && (
          <span>
            {messages.worst}{' '}
            <b className="font-semibold whitespace-nowrap text-text max-md:whitespace-normal">{subject.guest.name}</b>,{' '}
            <b className="font-semibold whitespace-nowrap text-text">{formatDuration(loss.ms)}</b>.
          </span>
        )}
      </p>
    </div>
  );
}

/** With less room than three lines of a long language need, the counters are below it. */
const SENTENCES = 'min-w-0 flex-[1_1_420px]';
const HEADLINE = 'text-lg leading-5 font-[650] tracking-[-0.01em]';
