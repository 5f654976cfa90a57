// A mail gateway for tests: say only what matters to the test.
import type { MailQueue, PmgInstance, PmgNode } from '@belfry/schema/entities/pmg';

const SOME_TIME = '2026-06-01T12:00:00.000Z';

export const aMailQueue = (fields: Partial<MailQueue> = {}): MailQueue => ({
  active: 1,
  deferred: 5,
  hold: 0,
  incoming: 1,
  total: 7,
  oldestAge: 300,
  updatedAt: SOME_TIME,
  ...fields,
});

export const aMailNode = (fields: Partial<PmgNode> = {}): PmgNode => ({
  name: 'mail',
  status: 'online',
  queueStatus: aMailQueue(),
  ...fields,
});

export const aMailGateway = (fields: Partial<PmgInstance> = {}): PmgInstance => ({
  id: 'pmg-mail',
  name: 'mail',
  host: 'https://mail:8006',
  status: 'online',
  version: '9.1',
  connectionHealth: 'healthy',
  lastSeen: SOME_TIME,
  lastUpdated: SOME_TIME,
  nodes: [aMailNode()],
  mailCount: [],
  spamDistribution: [],
  ...fields,
});
