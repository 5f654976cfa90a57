// Which settings remove backups. Most guests share them, so each setting has one row with a name, and the guests have these names.
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { Keep } from '@belfry/schema/protection/backup-job';
import type { RetentionInForce } from '../protection/retention-in-force.ts';
import { isUnread } from './backups-table.ts';
import type { GuestRow } from './guest-tables.ts';

interface Rule extends RetentionInForce {
  name: string;
  guests: number;
}
export interface RetentionRules {
  all: readonly Rule[];
  /** The names of the rules of a guest; null: not known. */
  of(row: GuestRow): string | null;
}

export function retentionRules(rows: readonly GuestRow[]): RetentionRules {
  const there = rows.filter(({ guest }) => guest.isThere);
  const found = new Map<string, RetentionInForce & { guests: number }>();
  for (const { guest } of there)
    for (const each of guest.retentions ?? []) {
      const known = found.get(keyOf(each));
      found.set(keyOf(each), { ...each, guests: (known?.guests ?? 0) + 1 });
    }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = sorted.map(([, rule], n) => ({ ...rule, name: `R${n + 1}` }));
  const names = new Map(sorted.map(([key], n) => [key, `R${n + 1}`]));
  return {
    all,
    of: ({ guest: { retentions, protection } }) =>
      retentions === undefined || (retentions.length === 0 && isUnread(protection))
        ? null
        : retentions.map((each) => names.get(keyOf(each))).join(', '),
  };
}

const keyOf = ({ place, by, keep }: RetentionInForce): string => `${place}\n${by}\n${keep ? textOf(keep) : ''}`;

const OPTIONS = ['last', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const;

/** As the hosts write it. */
const textOf = (keep: Keep): string =>
  keep.all ? 'keep-all' : OPTIONS.flatMap((name) => (keep[name] ? `keep-${name}=${keep[name]}` : [])).join(', ');

const byWords = {
  ...{ job: 'byJob', storage: 'byStorage', prune: 'byPrune', nothing: 'byNothing', notKnown: 'notKnown' },
} as const satisfies Record<RetentionInForce['by'], string>;

export function retentionTable({ all }: RetentionRules): EvidenceTable {
  return {
    id: 'retention',
    sources: ['GET /cluster/backup', 'GET /storage', 'GET /config/prune', 'GET /admin/datastore/{store}/snapshots'],
    columns: [
      { id: 'rule', kind: 'text' },
      { id: 'place', kind: 'name' },
      { id: 'keeps', kind: 'text' },
      { id: 'setBy', kind: 'word' },
      { id: 'guestCount', kind: 'count' },
    ],
    rows: all.map(({ name, place, by, keep, guests }) => [
      ...[name, place],
      by === 'notKnown' ? null : keep ? textOf(keep) : 'keep-all',
      ...[byWords[by], guests],
    ]),
  };
}
