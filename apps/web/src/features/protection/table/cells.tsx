// The cells of a guest: its name, its jobs, verification, the copy elsewhere, its size.
import type { OffSite } from '@belfry/schema/protection/guest-protection';
import { BadgeCheck, Check, CircleDashed, Clock, Lock, ShieldX } from 'lucide-react';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { nearDay, nearMoment } from '../../../lib/near-moment.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { ClusterMark } from '../../../live/cluster-mark.tsx';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { messages as words } from '../../../ui/protection/messages.ts';
import { isNamed, type Jobs, jobName, whyText } from '../../../ui/protection/texts.ts';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { messages } from '../messages.ts';
import { type Subject, toneOf } from '../subject.ts';

interface CellProps {
  subject: Subject;
  now: number;
}

const TYPE_LOOKS = { qemu: ['VM', 'text-vm'], lxc: ['LXC', 'text-lxc'] } as const;

export const TypeChip = ({ type }: { type: keyof typeof TYPE_LOOKS }) => (
  <Chip className={TYPE_LOOKS[type][1]}>{TYPE_LOOKS[type][0]}</Chip>
);

const none = <span className="text-mute">{NONE}</span>;

export function GuestName({ subject, now, expanded }: CellProps & { expanded: boolean }) {
  const { id, guest, protection } = subject;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Chevron expanded={expanded} />
      <Dot state={toneOf(subject, now)} label={words.states[protection.state]} />
      <b className="title min-w-8 truncate font-[550]" {...hint(guest.name)}>
        {guest.name}
      </b>
      <ClusterMark id={id} />
      <PageLink href={pageAddress('guests', id)} name={guest.name} />
      {guest.staleSince !== undefined && <StaleMark since={guest.staleSince} />}
    </span>
  );
}

/** Without a job, why there is none: that text may cover the cells beside it, which are empty. */
export function JobCell({ subject: { protection }, jobs, now }: CellProps & { jobs: Jobs }) {
  const own = protection.jobs.flatMap((id) => jobs.get(id) ?? []);
  const [first, ...others] = own;
  if (!first || protection.reason) {
    const text = whyText(protection, jobs, now);
    const isAlone = protection.lastGood === undefined;
    return (
      <span className={`block truncate text-soft ${isAlone ? 'relative z-1 w-max max-w-150' : ''}`} {...hint(text)}>
        {text}
      </span>
    );
  }
  const name = <span className="text-soft">{jobName(first)}</span>;
  const when = <span className="text-sm text-mute">{first.schedule}</span>;
  const all = own.map((job) => `${jobName(job)} ${job.schedule}`).join('\n');
  return (
    <span className="block truncate" {...hint(all)}>
      {/* an id says less than the time, and may be cut */}
      {isNamed(first) ? name : when} {isNamed(first) ? when : name}{' '}
      {others.length > 0 && <span className="text-sm text-mute">{messages.moreJobs(others.length)}</span>}
    </span>
  );
}

export const Moment = ({ at, now }: { at: string | undefined; now: number }) =>
  at === undefined ? (
    none
  ) : (
    <time dateTime={at} className="figure tabular-nums" {...hint(shortMoment(Date.parse(at), now))}>
      {nearMoment(Date.parse(at), now)}
    </time>
  );

export function Verified({ subject: { protection }, now }: CellProps) {
  const { verification, newestVerified } = protection;
  if (verification === 'failed')
    return <Mark Icon={ShieldX} look="font-semibold text-crit" icon="text-crit" text={messages.verifications.failed} />;
  if (newestVerified !== undefined)
    return <Mark Icon={BadgeCheck} look="" icon="text-ok" text={nearDay(Date.parse(newestVerified), now)} />;
  if (verification === undefined) return none;
  if (verification === 'not-possible') return <span className="text-mute">{messages.verifications[verification]}</span>;
  return <Mark Icon={CircleDashed} look="text-mute" icon="" text={messages.verifications.none} />;
}

export function Copy({ subject: { protection }, now }: CellProps) {
  const { offSite, lastGood } = protection;
  if (!offSite) return lastGood === undefined ? none : <span className="text-mute">{messages.noCopy}</span>;
  const at = nearDay(Date.parse(offSite.at), now);
  const [Icon, look, icon] = offSite.isLate ? [Clock, 'text-warn', ''] : [Check, '', 'text-ok'];
  return (
    <span {...hint(copyText(offSite))}>
      <Mark Icon={Icon} look={look} icon={icon} text={offSite.isConfirmed ? at : `(${at})`} />
    </span>
  );
}

/** "synchronised to dr:store; a newer backup should be there by now". */
export const copyText = ({ kind, place, isConfirmed, isLate }: OffSite): string =>
  [messages.copies[kind](place), !isConfirmed && messages.unconfirmed, isLate && messages.copyLate]
    .filter(Boolean)
    .join('; ');

interface MarkProps {
  Icon: typeof Check;
  look: string;
  icon: string;
  text: string;
}
const Mark = ({ Icon, look, icon, text }: MarkProps) => (
  <span className={`inline-flex items-center gap-1.5 align-top tabular-nums ${look}`}>
    <Icon size={14} aria-hidden className={`shrink-0 ${icon}`} />
    {text}
  </span>
);

/** A change that is smaller than that is not worth a look. */
const NOTEWORTHY = 0.01;

export function Size({ subject: { protection } }: { subject: Subject }) {
  const { size, sizeChange = 0, encrypted } = protection;
  if (size === undefined) return none;
  const isNoteworthy = Math.abs(sizeChange) > size * NOTEWORTHY;
  return (
    <span className="inline-flex items-center gap-1.5 align-top tabular-nums">
      {encrypted && <Lock size={11} role="img" aria-label={messages.encrypted} className="text-mute" />}
      {formatBytes(size)}
      {isNoteworthy && <span className="text-sm text-mute">{changeText(sizeChange)}</span>}
    </span>
  );
}

/** "+1.2 GB". */
const changeText = (bytes: number): string => `${bytes < 0 ? '−' : '+'}${formatBytes(Math.abs(bytes))}`;
