// A guest on a phone: its name, the bar of its age, when and whether verified, its nights.
import type { NightsOfGuest } from '../../../api/protection.ts';
import { nearMoment } from '../../../lib/near-moment.ts';
import { Dot } from '../../../ui/dot.tsx';
import { messages as words } from '../../../ui/protection/messages.ts';
import { type Jobs, whyText } from '../../../ui/protection/texts.ts';
import { messages } from '../messages.ts';
import { type Subject, toneOf } from '../subject.ts';
import { AgeBar } from './age-bar.tsx';
import { TypeChip } from './cells.tsx';
import { NightStrip } from './night-strip.tsx';

interface GuestCardProps {
  subject: Subject;
  now: number;
  jobs: Jobs;
  nights: NightsOfGuest | undefined;
}

export function GuestCard({ subject, now, jobs, nights }: GuestCardProps) {
  const { guest, protection } = subject;
  const { verification, newestVerified, lastGood, reason } = protection;
  const isDamaged = verification === 'failed';
  return (
    <span className="flex flex-col gap-1.5 py-2">
      <span className="flex min-w-0 items-center gap-2">
        <Dot state={toneOf(subject, now)} label={words.states[protection.state]} />
        <b className="title min-w-8 truncate font-[550]">{guest.name}</b>
        <TypeChip type={guest.type} />
        <span className="font-mono text-sm text-mute">{guest.vmid}</span>
        <span className="where truncate text-sm text-mute">{guest.node}</span>
      </span>
      {reason && <span className="text-sm text-soft">{whyText(protection, jobs, now)}</span>}
      {(lastGood !== undefined || !reason) && (
        <>
          {lastGood !== undefined && <AgeBar subject={subject} now={now} />}
          <span className="flex items-center justify-between gap-2 text-sm text-soft">
            <span className="min-w-0 truncate tabular-nums">
              {lastGood === undefined ? words.states[protection.state] : nearMoment(Date.parse(lastGood), now)}
              {isDamaged && <span className="font-semibold text-crit"> · {messages.verifications.failed}</span>}
              {!isDamaged && newestVerified !== undefined && ` · ${messages.verified.toLowerCase()}`}
              {verification === 'none' && newestVerified === undefined && ` · ${words.states.unverified}`}
            </span>
            {nights && <NightStrip {...nights} />}
          </span>
        </>
      )}
    </span>
  );
}
