// What would happen if an alert began now, in sentences. The server says who would hear of it, by what is saved.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { Recipient } from '@belfry/schema/notifications/recipients';
import { perLanguage } from '../../../../lib/language/format.ts';
import { messages } from '../messages.ts';

interface Question {
  recipients: readonly Recipient[];
  schedule: Schedule;
  type: string;
  level: Severity;
  /** Epoch ms. */
  now: number;
  /** A moment as a text. */
  at(ms: number): string;
}

const lists = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const listed = (names: readonly string[]): string => lists().format(names);

const MINUTE_MS = 60_000;

export function summarySentences({ recipients, schedule, type, level, now, at }: Question): string[] {
  const texts = messages.summary;
  if (recipients.length === 0) return [texts.noDestination];
  const sentences: string[] = [];
  const soon = recipients.filter(({ when }) => when === 'now');
  if (soon.length > 0)
    sentences.push(texts.hear(listed(soon.map(({ name }) => name)), soon.length, waitText(schedule, level)));
  for (const [reason, names] of grouped(recipients, 'later', at))
    sentences.push(texts.waits(listed(names), names.length, reason));
  const isTold = sentences.length > 0;
  if (!isTold) sentences.push(texts.nobody);
  const repeats = level === 'critical' || !['none', 'days'].includes(factsOf(type).unit);
  if (isTold && schedule.cooldown > 0 && repeats)
    sentences.push(texts.again(schedule.cooldown, schedule.maxAlertsHour));
  sentences.push(...escalations(recipients, soon.length > 0 ? now : freeAt(recipients, now), at));
  for (const [reason, names] of grouped(recipients, 'never', at))
    sentences.push(texts.never(listed(names), names.length, reason));
  return sentences;
}

/** A warning waits for others, a critical alert does not. */
function waitText({ grouping, groupingWindow }: Schedule, level: Severity): string {
  const seconds = grouping.enabled ? (grouping.window ?? groupingWindow) : 0;
  return seconds > 0 && level === 'warning' ? messages.summary.within(seconds / 60) : messages.summary.atOnce;
}

/** Names by the reason why they hear of it later or never. */
function grouped(recipients: readonly Recipient[], when: 'later' | 'never', at: Question['at']): Map<string, string[]> {
  const byReason = new Map<string, string[]>();
  for (const { name, when: own, heldBack } of recipients) {
    if (own !== when) continue;
    const texts = messages.summary.reasons;
    const why = heldBack ? texts[heldBack.by] : '';
    const until = heldBack?.until === undefined ? '' : messages.summary.until(at(Date.parse(heldBack.until)));
    const named = heldBack?.by === 'maintenance' && heldBack.reason ? `${why} ${heldBack.reason}` : why;
    const reason = [named, until].filter(Boolean).join(' ');
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return byReason;
}

/** The time of an escalation does not run while everybody waits for the same reason. */
function freeAt(recipients: readonly Recipient[], now: number): number {
  const ends = recipients.flatMap(({ heldBack }) =>
    heldBack?.until === undefined ? [] : [Date.parse(heldBack.until)],
  );
  return ends.length === 0 ? now : Math.min(...ends);
}

function escalations(recipients: readonly Recipient[], now: number, at: Question['at']): string[] {
  const byMinute = new Map<number, string[]>();
  for (const { name, escalations } of recipients)
    for (const { after } of escalations) byMinute.set(after, [...(byMinute.get(after) ?? []), name]);
  if (byMinute.size === 0) return [];
  const steps = [...byMinute]
    .sort(([a], [b]) => a - b)
    .map(([after, names]) => messages.summary.step(at(now + after * MINUTE_MS), listed(names)));
  return [messages.summary.escalates(listed(steps))];
}
