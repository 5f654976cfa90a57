// What alerts about mail gateways say.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { roundTo } from '@belfry/domain/usage';
import type { PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import { waiting } from './spans.ts';

export const flowNames = ['spamIn', 'spamOut', 'virusIn', 'virusOut'] as const;
export type Flow = (typeof flowNames)[number];

/** About one node, `queue-total` says what `queue-depth` says of the gateway. */
export type QueueAlert = Extract<AlertType, `queue-${string}` | 'message-age'>;

export const pmgMessages = {
  /** `who` is the gateway or one of its nodes. `median`: of the nodes, where this one differs from it. */
  queue(type: Exclude<QueueAlert, 'queue-total'>, who: Sentence, count: number, median?: number): Sentence {
    const outlier: Value = median === undefined ? '' : { id: 'pmg.outlier', values: { median: Math.round(median) } };
    return type === 'message-age'
      ? { id: 'pmg.message-age', values: { who, age: waiting(count), outlier } }
      : { id: `pmg.${type}`, values: { who, count, outlier } };
  },
  disk: (who: Sentence, value: number): Sentence => ({ id: 'pmg.disk', values: { who, value } }),
  memory: (who: Sentence, value: number): Sentence => ({ id: 'pmg.memory', values: { who, value } }),
  notInSync: (gateway: string, { name }: PmgNode): Sentence => ({ id: 'pmg.notInSync', values: { name, gateway } }),
  nodeOffline: (gateway: string, { name, error }: PmgNode): Sentence => ({
    id: 'pmg.nodeOffline',
    values: { name, gateway, why: error === undefined ? '.' : `: ${error}` },
  }),
  quarantine: ({ name }: PmgInstance, kind: 'spam' | 'virus', count: number): Sentence => ({
    id: `pmg.${kind}Quarantine`,
    values: { name, count },
  }),
  growth: ({ name }: PmgInstance, kind: 'spam' | 'virus', count: number, percent: number): Sentence => ({
    id: `pmg.${kind}Growth`,
    values: { name, count, percent: roundTo(percent, 1) },
  }),
  anomaly: ({ name }: PmgInstance, flow: Flow, count: number, usual: number): Sentence => ({
    id: `pmg.${flow}`,
    values: { name, count, usual: Math.round(usual) },
  }),
};
