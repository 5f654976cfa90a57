// The parts that cells and cards of the list share: kind, time, size, place, owner, verification, marks.

import { backupAgeGrade, backupSizeGrade, type Grade } from '@belfry/domain/thresholds';
import { BadgeCheck, CircleDashed, Lock, ShieldCheck, ShieldX } from 'lucide-react';
import { formatAgo, formatBytes, NONE } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hint } from '../../../ui/hint.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { type Backup, shortNote, UNFINISHED } from '../backup.ts';
import { messages } from '../messages.ts';

export const none = <span className="text-mute">{NONE}</span>;

export const Kind = ({ backup }: { backup: Backup }) => <Chip>{messages.kinds[backup.backupType]}</Chip>;

const GUEST_COLOUR = { VM: 'text-vm', LXC: 'text-lxc', Host: 'text-soft' };
export const GuestKind = ({ backup }: { backup: Backup }) => (
  <Chip className={GUEST_COLOUR[backup.type]}>{backup.type}</Chip>
);

/** A link to the page of the guest. */
export const GuestPage = ({ backup: { guest, name } }: { backup: Backup }) =>
  guest !== undefined && <PageLink href={pageAddress('guests', guest)} name={name} />;

const MARK_HEIGHT: Record<Grade, string> = { ok: 'h-0', warn: 'h-1', high: 'h-2', crit: 'h-3' };

/** The mark is higher for an older or larger backup. That is not a problem, so the mark has no colour of a status. */
const Mark = ({ grade }: { grade: Grade }) => (
  <span aria-hidden data-grade={grade} className={`mr-1 inline-block border-l-3 border-mute ${MARK_HEIGHT[grade]}`} />
);

/** The cell shows the time in one form, and its hint shows it in the other. */
export function Time({ backup, relative, now }: { backup: Backup; relative: boolean; now: number }) {
  const ms = backup.time * 1000;
  const texts = [shortMoment(ms, now), formatAgo(ms, now)] as const;
  return (
    <time dateTime={new Date(ms).toISOString()} className="figure tabular-nums" {...hint(texts[relative ? 0 : 1])}>
      <Mark grade={backupAgeGrade(now - ms)} />
      {texts[relative ? 1 : 0]}
    </time>
  );
}

export function Size({ backup }: { backup: Backup }) {
  if (backup.status === UNFINISHED)
    return (
      <span className="text-sm text-mute" {...hint(messages.unfinishedMeaning)}>
        {messages.unfinished}
        <span className="sr-only">: {messages.unfinishedMeaning}</span>
      </span>
    );
  if (backup.size === undefined || backup.size <= 0) return none;
  return (
    <span className="figure tabular-nums" {...(backup.backupType === 'remote' && hint(messages.undeduplicated))}>
      <Mark grade={backupSizeGrade(backup.size)} />
      {formatBytes(backup.size)}
    </span>
  );
}

export function Details({ backup }: { backup: Backup }) {
  const marks = [backup.protected && 'protected', backup.encrypted && 'encrypted'].filter((mark) => mark !== false);
  const icons = { protected: ShieldCheck, encrypted: Lock } as const;
  if (marks.length === 0 && backup.description === '') return none;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
      {marks.map((mark) => {
        const Icon = icons[mark as keyof typeof icons];
        return (
          <span key={mark} className="shrink-0 text-mute" {...hint(messages[mark as keyof typeof icons])}>
            <Icon size={12} aria-label={messages[mark as keyof typeof icons]} />
          </span>
        );
      })}
      <span className="truncate" {...hint(backup.description)}>
        {shortNote(backup)}
      </span>
    </span>
  );
}

/** Shows the part before the realm. The hint has the whole account. */
export const Owner = ({ backup }: { backup: Backup }) =>
  backup.owner === undefined ? (
    none
  ) : (
    <span className="text-sm text-soft" {...hint(backup.owner)}>
      {backup.owner.split('@', 1)[0]}
    </span>
  );

export function Verified({ backup }: { backup: Backup }) {
  if (backup.verified === undefined || backup.status === UNFINISHED) return none;
  const [Icon, text, tone] = backup.verified
    ? ([BadgeCheck, messages.verified, 'text-ok'] as const)
    : backup.status === 'failed'
      ? ([ShieldX, messages.failed, 'text-crit'] as const)
      : ([CircleDashed, messages.unverified, 'text-mute'] as const);
  return (
    <span className={`inline-flex align-middle ${tone}`} {...hint(text)}>
      <Icon size={14} role="img" aria-label={text} />
    </span>
  );
}
