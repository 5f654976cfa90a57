// What is lost if the guest dies now: the age of its last good backup, as a bar against its schedule.
import { ageAgainst } from '@belfry/domain/protection/estate';
import { lossOf } from '@belfry/domain/protection/summary';
import { formatDuration, NONE } from '../../../lib/language/format.ts';
import { messages as units } from '../../../lib/language/messages.ts';
import { hint } from '../../../ui/hint.tsx';
import { lossText } from '../../../ui/protection/texts.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import '../protection.css';

export function AgeBar({ subject: { guest, protection }, now }: { subject: Subject; now: number }) {
  const loss = lossOf(protection, now);
  const sentence = lossText(guest.name, protection, now);
  if (loss.kind === 'unknown')
    return (
      <span className="text-mute" {...hint(sentence)}>
        {NONE}
      </span>
    );
  const against = loss.kind === 'since-backup' ? ageAgainst(protection, loss.ms) : undefined;
  const isWhole = loss.kind === 'everything' && protection.state !== 'excluded';
  const grade = against?.grade ?? (isWhole ? 'critical' : 'ok');
  return (
    <span className={`against ${grade}`} {...hint(sentence)}>
      {against ? (
        <span className="track" aria-hidden>
          <span className="fill" style={{ width: `${Math.max(2, Math.round(against.share * 100))}%` }} />
        </span>
      ) : (
        <span />
      )}
      <span className="age">{loss.kind === 'everything' ? messages.all : formatDuration(loss.ms)}</span>
      <span className="of">
        {against && protection.everySeconds !== undefined && messages.of(intervalText(protection.everySeconds))}
      </span>
    </span>
  );
}

/** "24h", "4h", "7d": a day is 24 hours, so that it can be compared with an age in hours. */
function intervalText(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  if (hours < 1) return units.short(Math.round(seconds / 60), 'minute');
  return hours < 48 ? units.short(hours, 'hour') : units.short(Math.round(hours / 24), 'day');
}
