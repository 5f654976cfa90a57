// What alerts about mail gateways say.
import { formatCount, formatPercent, plural } from '@belfry/domain/format';
import type { PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';

const flows = {
  spamIn: 'incoming spam mails',
  spamOut: 'outgoing spam mails',
  virusIn: 'incoming mails with a virus',
  virusOut: 'outgoing mails with a virus',
} as const;
export type Flow = keyof typeof flows;
export const flowNames = Object.keys(flows) as Flow[];

/** `who` is the gateway or one of its nodes. */
export const pmgMessages = {
  'queue-depth': (who: string, count: number) => `${who}: ${plural(count, 'mail')} in the queues.`,
  'queue-deferred': (who: string, count: number) => `${who}: ${plural(count, 'deferred mail')}.`,
  'queue-hold': (who: string, count: number) => `${who}: ${plural(count, 'mail')} on hold.`,
  'message-age': (who: string, minutes: number) => `${who}: the oldest mail has waited for ${waitingText(minutes)}.`,
  disk: (who: string, percent: number) => `${who}: root file system is ${formatPercent(percent)} full.`,
  memory: (who: string, percent: number) => `${who}: memory usage is ${formatPercent(percent)}.`,
  notInSync: (gateway: string, { name }: PmgNode) =>
    `Node ${name} of mail gateway ${gateway} is not in sync with its cluster: it may use older rules and settings.`,
  outlier: (median: number) => ` The median of the nodes is ${formatCount(Math.round(median))}.`,
  nodeOffline: (gateway: string, { name, error }: PmgNode) =>
    `Node ${name} of mail gateway ${gateway} cannot be reached${error === undefined ? '.' : `: ${error}`}`,
  quarantine: ({ name }: PmgInstance, kind: 'spam' | 'virus', count: number) =>
    `Mail gateway ${name}: ${plural(count, 'mail')} in the ${kind} quarantine.`,
  growth: ({ name }: PmgInstance, kind: 'spam' | 'virus', added: number, percent: number) =>
    `Mail gateway ${name}: the ${kind} quarantine grew by ${plural(added, 'mail')} (${Math.round(percent)} %) in 2 hours.`,
  anomaly: ({ name }: PmgInstance, flow: Flow, count: number, usual: number) =>
    `Mail gateway ${name}: ${formatCount(count)} ${flows[flow]} in one hour, where ${formatCount(Math.round(usual))} are usual.`,
};

/** The age is a range of minutes only, so hours are rounded. */
const waitingText = (minutes: number): string =>
  minutes < 120 ? plural(minutes, 'minute') : plural(Math.floor(minutes / 60), 'hour');
