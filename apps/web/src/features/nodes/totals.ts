// Several nodes or backup servers as one row. Pure.
import type { SummaryRow } from './summary-rows.ts';

const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/**
 * Processors are averaged by their cores, memory and guests are added. What no member knows stays unknown. The total is of those that answer;
 * while none does, it is of their last figures, and old.
 */
export function totalOf(members: readonly SummaryRow[]): SummaryRow {
  const [first] = members as [SummaryRow];
  const answering = members.filter(({ status }) => status.figures === 'now');
  const figured = answering.length > 0 ? answering : members.filter(({ status }) => status.figures === 'old');
  const isOld = answering.length === 0 && figured.length > 0;
  const measured = figured.filter(({ cpu }) => cpu !== undefined);
  const weight = ({ cores = 1 }: SummaryRow) => cores;
  const memories = figured.flatMap(({ memory }) => memory ?? []);
  const [used, total] = [sum(memories.map((each) => each.used)), sum(memories.map((each) => each.total))];
  const counted = (key: keyof SummaryRow['counts']) =>
    members.some(({ counts }) => counts[key] !== undefined) ? sum(members.map(({ counts }) => counts[key])) : undefined;
  const [vms, containers] = [counted('vms'), counted('containers')];
  const guests = members.flatMap((member) => member.guests ?? []);
  return {
    ...first,
    href: undefined,
    remark: '',
    facts: '',
    status: { ...worstStatus(members), figures: isOld ? 'old' : 'now' },
    staleSince: isOld ? oldest(figured) : undefined,
    // each member says them in its own row
    problems: [],
    maintenance: [],
    uptime: undefined,
    temperature: undefined,
    cpu:
      measured.length === 0
        ? undefined
        : sum(measured.map((each) => (each.cpu ?? 0) * weight(each))) / sum(measured.map(weight)),
    cores: sum(members.map(({ cores }) => cores)) || undefined,
    memory: memories.length === 0 ? undefined : { percent: total > 0 ? (100 * used) / total : 0, used, total },
    counts: { ...(vms !== undefined && { vms }), ...(containers !== undefined && { containers }) },
    guests: guests.length === 0 ? undefined : addGuests(guests),
    answering: { answer: members.filter(answers).length, all: members.length },
  };
}

const oldest = (members: readonly SummaryRow[]): string | undefined =>
  members.flatMap(({ staleSince }) => staleSince ?? []).toSorted()[0];

const addGuests = (guests: readonly NonNullable<SummaryRow['guests']>[]) => ({
  running: sum(guests.map(({ running }) => running)),
  paused: sum(guests.map(({ paused }) => paused)),
  unknown: sum(guests.map(({ unknown }) => unknown)),
  all: sum(guests.map(({ all }) => all)),
});

/** How bad a state is, for choosing the worst. */
export const badness = { ok: 0, off: 0, old: 1, last: 1, warn: 1, lost: 2, crit: 3 };
const worstStatus = (members: readonly SummaryRow[]) =>
  members.map(({ status }) => status).reduce((a, b) => (badness[b.tone] > badness[a.tone] ? b : a));

/** A node that is online may have figures that the account may not see. */
const answers = ({ status }: SummaryRow): boolean => status.figures === 'now' || status.word === 'online';
