// Proxmox Mail Gateway in the tests of all sources.
import { handlePmg } from '@belfry/lab/pmg/api';
import type { PmgRelease } from '@belfry/lab/pmg/gateway';
import { createQueues } from '@belfry/lab/pmg/mail-flow';
import { createTicketAccess } from '@belfry/lab/ticket-access';
import { configSchema } from '@belfry/schema/config/node';
import { account, incoming, login, SEED } from '../../testing/lab-call.ts';
import { names, row } from '../../testing/rows.ts';
import type { Host, Sighting, TestedKind } from '../../testing/tested-kind.ts';
import { noFacts } from '../facts.ts';
import { createPolls } from '../source.ts';

const pmgHost =
  (release: PmgRelease) =>
  (since: number): Host => {
    const nodes = ['mail-1', 'mail-2'].map((name, i) => ({
      name,
      seed: SEED + i,
      queues: createQueues(SEED + i, 60 * i),
      isReachable: true,
    }));
    const quarantine = { spam: 812, virus: 14, attachment: 3 };
    const world = { name: 'lab', release, nodes, quarantine, bootedAt: since - 1e6, seed: SEED, edits: new Map() };
    const access = createTicketAccess({ ticket: 'PMG', cookie: 'PMGAuthCookie' }, [account], []);
    return (path, now) => {
      const login = access.login(account.user, account.password, now);
      const headers = { cookie: `PMGAuthCookie=${encodeURIComponent(login?.ticket ?? '')}` };
      return handlePmg(world, access, () => 'audit', 'mail-1', incoming(path, headers), now).answer;
    };
  };

const polls: TestedKind['polls'] = (session, clock) => {
  const config = configSchema('pmg').parse({ type: 'pmg', name: 'lab', ...login, monitorDomainStats: true });
  return createPolls({ config, session, clock, facts: noFacts });
};

const sightings: Record<string, Sighting> = {
  '/config/cluster/status': (data, { slices }) => ({
    listed: names(data, 'name'),
    found: slices.pmg?.flatMap((gateway) => gateway.nodes.map((node) => node.name)) ?? [],
  }),
  '/nodes/{node}/postfix/qshape': (data, { slices }) => ({
    listed: names(data, 'total').slice(0, 1).map(Number),
    found: slices.pmg?.flatMap((gateway) => gateway.nodes.map((node) => node.queueStatus?.deferred)) ?? [],
  }),
  '/statistics/mail': (data, { slices }) => ({
    listed: [row(data).count_in],
    found: slices.pmg?.map((gateway) => gateway.mailStats?.countIn) ?? [],
  }),
  '/statistics/spamscores': (data, { slices }) => ({
    listed: names(data, 'level').map(String),
    found: slices.pmg?.flatMap((gateway) => gateway.spamDistribution.map((each) => each.score)) ?? [],
  }),
  '/quarantine/spamstatus': (data, { slices }) => ({
    listed: [row(data).count],
    found: slices.pmg?.map((gateway) => gateway.quarantine?.spam) ?? [],
  }),
  '/quarantine/virusstatus': (data, { slices }) => ({
    listed: [row(data).count],
    found: slices.pmg?.map((gateway) => gateway.quarantine?.virus) ?? [],
  }),
};

export const pmg: TestedKind = { releases: [pmgHost(9.1), pmgHost(8.1), pmgHost(7.3)], polls, sightings };
