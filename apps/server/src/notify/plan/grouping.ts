// Which notices go into one message, and when.
import { nodeId } from '@belfry/domain/ids';
import type { Destination } from '../destination.ts';
import type { NoticeKind } from '../notice.ts';
import type { Rules } from './rules.ts';
import { type Candidate, type Situation, wakeIn } from './situation.ts';

/** Since when a notice waits for its group; on the monotonic clock. */
interface Waiting {
  kind: NoticeKind;
  since: number;
}

/**
 * The state that is kept from one plan to the next: the notices that wait, by destination and occurrence, and when a critical alert
 * last made a group hurry, or an end. It is absent before the first plan: what was due before the start has waited since then.
 */
export interface GroupMemory {
  waiting: ReadonlyMap<string, ReadonlyMap<string, Waiting>>;
  hurried: ReadonlyMap<string, number>;
}

export interface Group {
  kind: NoticeKind;
  destination: Destination;
  candidates: Candidate[];
}

interface Gathering extends Group {
  since: number;
  isCritical: boolean;
}

/** Whether a destination was told of other alerts of this place that are still active. */
export type IsOpen = (destination: Destination, place: string) => boolean;

/** Notices of these kinds do not wait. */
const immediate: ReadonlySet<NoticeKind> = new Set(['level', 'escalated', 'digest']);

export function grouped(
  candidates: readonly Candidate[],
  memory: GroupMemory | undefined,
  situation: Situation,
  isOpen: IsOpen,
): { due: Group[]; memory: GroupMemory } {
  const { now, rules } = situation;
  const waiting = new Map<string, Map<string, Waiting>>();
  const groups = new Map<string, Gathering>();
  for (const candidate of candidates) {
    const { destination, kind, occurrence, alert } = candidate;
    const known = memory?.waiting.get(destination.id)?.get(occurrence);
    const fresh = memory ? now.monotonic : Math.min(dueSince(candidate, situation), now.monotonic);
    const since = known?.kind === kind ? known.since : fresh;
    const place = waiting.get(destination.id) ?? new Map<string, Waiting>();
    waiting.set(destination.id, place.set(occurrence, { kind, since }));
    const key = keyOf(candidate, rules);
    const group = groups.get(key) ?? { kind, destination, candidates: [], since, isCritical: false };
    group.candidates.push(candidate);
    group.since = Math.min(group.since, since);
    group.isCritical ||= alert.level === 'critical';
    groups.set(key, group);
  }

  const hurried = new Map([...(memory?.hurried ?? [])].filter(([, at]) => now.monotonic - at < rules.windowMs));
  const due: Group[] = [];
  for (const [key, group] of groups) {
    const hurries = isUrgent(group) && !hurried.has(key);
    if (!hurries && !isWhole(group) && !immediate.has(group.kind) && now.monotonic < group.since + rules.windowMs) {
      wakeIn(situation, group.since + rules.windowMs);
      continue;
    }
    if (hurries && rules.windowMs > 0) hurried.set(key, now.monotonic);
    for (const { occurrence } of group.candidates) waiting.get(group.destination.id)?.delete(occurrence);
    due.push(group);
  }
  return { due, memory: { waiting, hurried } };

  /** All ends of a group that can come are there. */
  function isWhole({ kind, destination, candidates: [first] }: Group): boolean {
    return kind === 'resolved' && first !== undefined && !isOpen(destination, placeOf(first, rules));
  }
}

/** The start of a group waited for the whole of it already, so its end does not; more ends within the time of a group are one message. */
const isUrgent = ({ kind, isCritical }: Gathering): boolean => kind === 'resolved' || (kind === 'raised' && isCritical);

/** Since when it waits after a restart, at which the memory is lost; on the monotonic clock. */
function dueSince({ kind, startedAt, ending, notified }: Candidate, { now, rules }: Situation): number {
  if (kind === 'raised') return startedAt;
  if (kind === 'resolved') return now.monotonic - (now.at - (ending?.at ?? now.at));
  const last = notified?.times.at(-1);
  return kind === 'reminder' && last !== undefined ? last + rules.cooldownMs : now.monotonic;
}

/** A digest is one for each destination. Without grouping, anything else stands alone. */
function keyOf(candidate: Candidate, rules: Rules): string {
  const { destination, kind } = candidate;
  const key = `${destination.id}\n${kind}`;
  const place = kind === 'digest' ? '' : placeOf(candidate, rules);
  return place === '' ? key : `${key}\n${place}`;
}

/** Alerts with the same place share their messages; an empty one is that of all alerts. */
export function placeOf(
  { occurrence, alert }: Pick<Candidate, 'occurrence' | 'alert'>,
  { windowMs, byNode, byResource }: Rules,
): string {
  if (windowMs === 0) return occurrence;
  if (byResource) return alert.resourceId;
  return byNode ? nodeId(alert.metadata?.instanceId ?? '', alert.node) : '';
}
