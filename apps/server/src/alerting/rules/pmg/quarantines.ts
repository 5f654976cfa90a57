// The quarantines of a mail gateway: too many mails, or many more than two hours ago.

import { pmgSubject } from '@belfry/domain/alerts/subjects';
import type { NumberField, Policy } from '@belfry/domain/alerts/thresholds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { createHistory, type Entry } from '../../readings/history.ts';
import { pmgMessages } from '../../readings/pmg-messages.ts';
import { unlessDisabled } from '../../readings/verdicts.ts';
import { gatewayResource, pmgOfflineId } from './resources.ts';

const kinds = ['spam', 'virus'] as const;
type Kind = (typeof kinds)[number];

const MINUTE_MS = 60_000;
const AGO_MS = 120 * MINUTE_MS;
/** An earlier count must be from two hours ago, give or take this. */
const TOLERANCE_MS = 15 * MINUTE_MS;
const KEEP_MS = AGO_MS + TOLERANCE_MS;
const EVERY_MS = 10 * MINUTE_MS;

export function createQuarantineRules(): RuleSet<'pmg'> {
  const counts = createHistory({ key: 'quarantines', value: z.number(), same: Object.is, everyMs: EVERY_MS });
  return {
    list: 'pmg',
    notices: quarantineNotices,
    memories: [counts.memory],
    read(gateway, { state, now, policyOf }) {
      counts.keepResources(state.pmg);
      const policy = policyOf(pmgSubject(gateway));
      const { quarantine, staleSince } = gateway;
      return unlessDisabled(
        policy,
        kinds.map((kind): Reading => {
          const count = staleSince === undefined ? quarantine?.[kind] : undefined;
          const entries = count === undefined ? [] : counts.see(gateway.id, kind, count, now, KEEP_MS);
          const before = countAt(entries, now.monotonic - AGO_MS);
          const judged = judge(policy, kind, count, before);
          return {
            id: `${gateway.id}-quarantine-${kind}`,
            type: `quarantine-${kind}`,
            resource: gatewayResource(gateway),
            verdict: judged.verdict,
            confirm: AT_ONCE,
            causes: [pmgOfflineId(gateway.id)],
            message: () => messageOf(gateway, kind, judged),
          };
        }),
      );
    },
  };
}

/** The count that was seen nearest to that time. Undefined when none was seen near it. */
function countAt(entries: readonly Entry<number>[], time: number): number | undefined {
  const distance = ({ from, until }: Entry<number>) => Math.max(from - time, time - until, 0);
  const [nearest] = entries.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) <= TOLERANCE_MS ? nearest.value : undefined;
}

/** `added` mails in two hours, `percent` more than before. */
interface Judged {
  verdict: Verdict;
  count: number;
  growth?: { added: number; percent: number };
}

const fields = {
  spam: { warning: 'quarantineSpamWarn', critical: 'quarantineSpamCritical' },
  virus: { warning: 'quarantineVirusWarn', critical: 'quarantineVirusCritical' },
} as const;

function judge(policy: Policy, kind: Kind, count: number | undefined, before: number | undefined): Judged {
  if (count === undefined) return { verdict: { is: 'unknown' }, count: 0 };
  const { warning, critical } = fields[kind];
  const limits: readonly [Severity, NumberField][] = [
    ['critical', critical],
    ['warning', warning],
  ];
  const { plain, origins } = policy;
  for (const [level, field] of limits) {
    const threshold = plain[field];
    const origin = origins[field];
    if (threshold !== undefined && count >= threshold)
      return { verdict: { is: 'bad', level, value: count, threshold, ...(origin && { origin }) }, count };
  }
  if (before === undefined) return { verdict: { is: 'unknown' }, count };
  const growth = { added: count - before, percent: ((count - before) / Math.max(1, before)) * 100 };
  const level = growthLevel(plain, growth);
  if (!level) return { verdict: { is: 'well', value: count }, count };
  const threshold = plain[level === 'critical' ? 'quarantineGrowthCritMin' : 'quarantineGrowthWarnMin'] ?? 0;
  return { verdict: { is: 'bad', level, value: growth.added, threshold }, count, growth };
}

/** Both the percentage and the number must be reached. */
function growthLevel(plain: Policy['plain'], { added, percent }: NonNullable<Judged['growth']>): Severity | undefined {
  const reached = (percentage: number | undefined, minimum: number | undefined) =>
    percentage !== undefined && minimum !== undefined && percent >= percentage && added >= minimum;
  if (reached(plain.quarantineGrowthCritPct, plain.quarantineGrowthCritMin)) return 'critical';
  return reached(plain.quarantineGrowthWarnPct, plain.quarantineGrowthWarnMin) ? 'warning' : undefined;
}

const messageOf = (gateway: PmgInstance, kind: Kind, { count, growth }: Judged): Sentence =>
  growth
    ? pmgMessages.growth(gateway, kind, growth.added, growth.percent)
    : pmgMessages.quarantine(gateway, kind, count);

const AT_ONCE: Confirm = { polls: 1 };
const ofQuarantines: SharedNotice = {
  ...{ of: 'pmg', from: 'Proxmox Mail Gateway 7 and newer', needs: 'the role Auditor', poll: 'pmg mail' },
  shown: 'Mail Gateway',
};

const quarantineNotices: readonly Notice[] = [
  {
    ...ofQuarantines,
    type: 'quarantine-spam',
    fact: 'Too much spam is in quarantine, or it grows fast',
    after: AT_ONCE,
  },
  {
    ...{ ...ofQuarantines, type: 'quarantine-virus', after: AT_ONCE },
    fact: 'Too many viruses are in quarantine, or they grow fast',
  },
];
