// Proxmox Backup Server in the tests of all sources.
import { handlePbs } from '@belfry/lab/pbs/api';
import { createJobs } from '@belfry/lab/pbs/job';
import type { PbsRelease } from '@belfry/lab/pbs/server';
import { createStores } from '@belfry/lab/pbs/store';
import { createTicketAccess } from '@belfry/lab/ticket-access';
import { configSchema } from '@belfry/schema/config/node';
import { account, credentials, incoming, login, SEED } from '../../testing/lab-call.ts';
import { names, row, rows } from '../../testing/rows.ts';
import type { Round } from '../../testing/stand-in.ts';
import type { Host, Sighting, TestedKind } from '../../testing/tested-kind.ts';
import { noFacts } from '../facts.ts';
import { createPolls } from '../source.ts';

const pbsHost =
  (release: PbsRelease) =>
  (since: number): Host => {
    const stores = createStores(SEED, 60, since);
    const jobs = createJobs(stores);
    const state = {
      tasks: [],
      remotes: new Map(),
      calls: 0,
      bootedAt: since - 1e6,
      edits: new Map(),
      lacks: new Set<string>(),
    };
    const world = { name: 'lab', release, stores, jobs, ...state, seed: SEED };
    const access = createTicketAccess(
      { ticket: 'PBS', cookie: 'PBSAuthCookie', token: { scheme: 'PBSAPIToken', separator: ':' } },
      [account],
      [{ name: credentials.tokenName, value: credentials.tokenValue }],
    );
    const headers = { authorization: `PBSAPIToken=${credentials.tokenName}:${credentials.tokenValue}` };
    return (path, now) => handlePbs(world, access, () => 'audit', 'localhost', incoming(path, headers), now).answer;
  };

const polls: TestedKind['polls'] = (session, clock) => {
  const config = configSchema('pbs').parse({ type: 'pbs', name: 'lab', ...login });
  return createPolls({ config, session, clock, facts: noFacts });
};

const jobs = (data: unknown, { slices }: Round, kind: 'syncJobs' | 'pruneJobs') => ({
  listed: names(data, 'id'),
  found: slices.pbs?.flatMap((server) => server[kind].map((job) => job.id)) ?? [],
});

const sightings: Record<string, Sighting> = {
  '/status/datastore-usage': (data, { slices }) => ({
    listed: names(data, 'store'),
    found: slices.pbs?.flatMap((server) => server.datastores.map((store) => store.name)) ?? [],
  }),
  '/admin/datastore/{store}/snapshots': (data, { slices }) => ({
    listed: rows(data).map((each) => new Date(Number(each['backup-time']) * 1000).toISOString()),
    found: slices.pbsBackups?.map((backup) => backup.backupTime) ?? [],
  }),
  '/admin/sync': (data, round) => jobs(data, round, 'syncJobs'),
  '/admin/prune': (data, round) => jobs(data, round, 'pruneJobs'),
  '/nodes/{node}/services': (data, { slices }) => ({
    listed: names(data, 'service'),
    found: slices.pbsDetails?.flatMap(({ services = [] }) => services.map(({ id }) => id)) ?? [],
  }),
  '/nodes/{node}/disks/list': (data, { slices }) => ({
    listed: names(data, 'name'),
    found: slices.pbsDetails?.flatMap(({ disks = [] }) => disks.map(({ id }) => id)) ?? [],
  }),
  '/nodes/{node}/status': (data, { slices }) => ({
    listed: [row(data).uptime],
    found: slices.pbs?.map((server) => server.uptime) ?? [],
  }),
};

export const pbs: TestedKind = { releases: [pbsHost(4.1), pbsHost(3.2), pbsHost(2.4)], polls, sightings };
