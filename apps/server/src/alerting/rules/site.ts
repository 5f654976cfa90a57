// Sites that report nothing, and collectors with a wrong clock.
import { SILENCE_HOLD_MS } from '@belfry/schema/collect/protocol';
import type { Site } from '@belfry/schema/entities/site';
import { siteSilentId } from '../engine/alert-ids.ts';
import type { Notice } from '../engine/notice.ts';
import type { Confirm, Resource, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { siteMessages } from '../readings/site-messages.ts';
import { bad, off, unknown, well } from '../readings/verdicts.ts';

/** A line alone does not cause so large an offset: the collector measures it with four timestamps. */
const WRONG_CLOCK_MS = 5000;
const NINETY_SECONDS: Confirm = { silentMs: SILENCE_HOLD_MS };
/** By time alone: no poll is about a site, and a hold that counts polls would never end. */
const TWO_MINUTES: Confirm = { silentMs: 120_000 };

const resourceOf = ({ id, name }: Site): Resource => ({
  kind: 'site',
  id,
  name,
  node: '',
  instance: name,
  instanceId: '',
});

export const createSiteRules = (): RuleSet<'sites'> => ({
  list: 'sites',
  notices: siteNotices,
  read: (site) => [
    {
      id: siteSilentId(site.id),
      type: 'connectivity',
      resource: resourceOf(site),
      verdict: connectionVerdict(site),
      confirm: NINETY_SECONDS,
      message: () => siteMessages.silent(site),
    },
    {
      id: `clock-offset-site-${site.id}`,
      type: 'clock-offset',
      resource: resourceOf(site),
      verdict: clockVerdict(site),
      confirm: TWO_MINUTES,
      causes: [siteSilentId(site.id)],
      message: () => siteMessages.clock(site),
    },
  ],
});

/** A site without a collector, or with a revoked key, is meant to send nothing. */
function connectionVerdict({ status }: Site): Verdict {
  if (status === 'connected') return well;
  return status === 'silent' ? bad('critical') : off;
}

function clockVerdict({ status, clockOffsetMs }: Site): Verdict {
  if (status !== 'connected' || clockOffsetMs === undefined) return status === 'revoked' ? off : unknown;
  return Math.abs(clockOffsetMs) > WRONG_CLOCK_MS ? bad('warning') : well;
}

const shared = { of: 'site', from: 'Sites with a collector', needs: 'nothing', shown: 'Settings, Sites' } as const;
const siteNotices: readonly Notice[] = [
  {
    ...{ ...shared, type: 'connectivity', poll: '(the line of its collector)', after: NINETY_SECONDS },
    fact: 'A site has sent nothing for 90 seconds: its hosts are not known',
  },
  {
    ...{ ...shared, type: 'clock-offset', poll: '(the line of its collector)', after: TWO_MINUTES },
    fact: 'The clock of a collector is wrong by more than five seconds',
  },
];
