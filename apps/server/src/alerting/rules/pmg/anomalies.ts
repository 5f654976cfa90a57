// Hours with much more spam or viruses than usual.
import { pmgSubject } from '@belfry/domain/alerts/subjects';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { medianOf } from '../../readings/median.ts';
import { type Flow, flowNames, pmgMessages } from '../../readings/pmg-messages.ts';
import { unknown, unlessDisabled } from '../../readings/verdicts.ts';
import { createMailHours, HOUR_MS, type Hour } from './mail-hours.ts';
import { gatewayResource, pmgOfflineId } from './resources.ts';

export function createAnomalyRules(): RuleSet<'pmg'> {
  const mail = createMailHours();
  return {
    list: 'pmg',
    notices: anomalyNotices,
    memories: [mail.memory],
    read(gateway, { now, policyOf }) {
      const hours = mail.learn(gateway, now.at);
      return unlessDisabled(
        policyOf(pmgSubject(gateway)),
        flowNames.map((flow): Reading => {
          const found = anomalyOf(hours, flow);
          return {
            id: `${gateway.id}-anomaly-${flow}`,
            type: `anomaly-${flow}`,
            resource: gatewayResource(gateway),
            verdict: found === undefined ? unknown : verdictOf(found),
            confirm: AT_ONCE,
            causes: [pmgOfflineId(gateway.id)],
            message: () => pmgMessages.anomaly(gateway, flow, found?.count ?? 0, found?.usual ?? 0),
          };
        }),
      );
    },
  };
}

/** `usual`: the mails of such an hour. `threshold`: the first number that is an anomaly. */
interface Found {
  count: number;
  usual: number;
  threshold: number;
  level: Severity | undefined;
}

const verdictOf = ({ count, threshold, level }: Found) =>
  level ? ({ is: 'bad', level, value: count, threshold } as const) : ({ is: 'well', value: count } as const);

/** Of the last complete hour. The hour before it must be an anomaly too. Undefined when too few hours are known. */
function anomalyOf(hours: readonly Hour[], flow: Flow): Found | undefined {
  const together = sinceLastGap(hours);
  const found = judge(together, flow);
  if (!found?.level) return found;
  const before = judge(together.slice(0, -1), flow);
  return before?.level ? found : { ...found, level: undefined };
}

const LONGEST_GAP_MS = 1.5 * HOUR_MS;

function sinceLastGap(hours: readonly Hour[]): readonly Hour[] {
  const gap = hours.findLastIndex(({ start }, i) => start - (hours[i - 1]?.start ?? start) > LONGEST_GAP_MS);
  return gap === -1 ? hours : hours.slice(gap);
}

/** With fewer usual mails per hour, `ofFew` more are an anomaly. Otherwise `factor` times as many, and at least `more` more. */
const FEW = 40;
const ofFew = { warning: 60, critical: 120 };
const ofMany = { warning: { factor: 1.8, more: 150 }, critical: { factor: 2.5, more: 300 } };

function judge(hours: readonly Hour[], flow: Flow): Found | undefined {
  const newest = hours.at(-1);
  const usual = newest && usualAt(hours, flow, newest.start);
  if (!newest || usual === undefined) return undefined;
  const count = newest[flow];
  const threshold = (level: Severity) =>
    usual < FEW ? usual + ofFew[level] : Math.max(usual * ofMany[level].factor, usual + ofMany[level].more);
  const level = count >= threshold('critical') ? 'critical' : count >= threshold('warning') ? 'warning' : undefined;
  return { count, usual, threshold: Math.ceil(threshold('warning')), level };
}

const FEWEST_HOURS = 12;
const DAY_HOURS = 24;

/**
 * Mail comes by day more than by night, and on weekdays more than on Sundays. So usual is what the last day had on average, or the
 * hours around this one had yesterday or a week ago, whichever is most. Undefined without the hours of yesterday.
 */
function usualAt(hours: readonly Hour[], flow: Flow, start: number): number | undefined {
  const before = hours.slice(0, -1).slice(-DAY_HOURS);
  if (before.length < FEWEST_HOURS) return undefined;
  /** From one hour before to two hours after, because a gateway reports only 24 hours after a start of Belfry. */
  const around = (days: number) =>
    hours.flatMap((hour) => {
      const later = days * DAY_HOURS - (start - hour.start) / HOUR_MS;
      return later >= -1 && later <= 2 ? [hour[flow]] : [];
    });
  const yesterday = around(1);
  if (yesterday.length === 0) return undefined;
  return Math.max(average(before.map((hour) => hour[flow])), ...yesterday, ...around(7));
}

/** Of a whole day without its two highest and two lowest hours. The median when a few extreme hours move it far from that. */
function average(values: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  if (values.length < DAY_HOURS) return mean(values);
  const trimmed = mean(values.toSorted((a, b) => a - b).slice(2, -2));
  const median = medianOf(values);
  return Math.abs(trimmed - median) > 0.4 * Math.max(median, 1) ? median : trimmed;
}

const AT_ONCE: Confirm = { polls: 1 };
const flows: Readonly<Record<Flow, string>> = {
  ...{ spamIn: 'Much more spam than usual comes in', spamOut: 'Much more spam than usual goes out' },
  ...{ virusIn: 'Many more viruses than usual come in', virusOut: 'Many more viruses than usual go out' },
};

const anomalyNotices: readonly Notice[] = flowNames.map((flow) => ({
  ...{ type: `anomaly-${flow}`, of: 'pmg', from: 'Proxmox Mail Gateway 7 and newer', needs: 'the role Auditor' },
  ...{ fact: `${flows[flow]}, for two hours`, poll: 'pmg mail', after: AT_ONCE, shown: 'Mail Gateway' },
}));
