// A simulated datacentre is consistent: the answers of all hosts agree, for every seed, and also after some time. The
// tests use HTTPS, as a monitor does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../datacentre.ts';
import { type Neighbours, startNeighbours } from '../neighbours.ts';
import { createTroubles } from '../trouble/player.ts';
import type { Script } from '../trouble/script.ts';
import { backupJobChecks } from './backup-jobs.ts';
import { backupChecks } from './backups.ts';
import { guestChecks } from './guests.ts';
import { lookAt, type Seen } from './seen.ts';
import { spaceChecks } from './space.ts';

const hour = 3_600_000;
const minute = 60_000;
/** A Wednesday, 30 seconds after a full minute, because nodes read their storages at different seconds. */
const start = Date.UTC(2026, 10, 18, 14, 20, 30);
/** These datacentres are calm. */
const calm = [9, 10];
const checks = [...spaceChecks, ...guestChecks, ...backupChecks, ...backupJobChecks];

/**
 * Troubles that run at the same time. All nodes answer when the test looks: a node was lost before and has come back, and
 * HA has moved its guests. Nothing here breaks a sum: disks fail as a whole, and a storage fills with data that is not listed.
 */
const script: Script = [
  { trouble: 'node-dies', node: 'pve-east-02', forS: 400 },
  { trouble: 'guest-metric', metric: 'cpu', to: 98, holdS: 3600 },
  { trouble: 'guest-metric', metric: 'memory', to: 97, holdS: 3600 },
  { trouble: 'guest-metric', metric: 'disk', to: 96, holdS: 3600 },
  { trouble: 'guest-metric', metric: 'io', to: 300, holdS: 3600 },
  { trouble: 'node-metric', metric: 'memory', to: 95, holdS: 3600 },
  { trouble: 'node-metric', metric: 'cpu', to: 95, holdS: 3600 },
  { trouble: 'storage-fills', to: 98, holdS: 3600 },
  { trouble: 'datastore-fills', datastore: 'main', to: 96, holdS: 3600 },
  { trouble: 'disk-fails' },
  { trouble: 'osd-down' },
  { at: 700, trouble: 'guest-off' },
  { at: 700, trouble: 'stop-backup', forS: 600 },
  { at: 700, trouble: 'migration', forS: 100 },
  { at: 700, trouble: 'replication-fails' },
  { at: 700, trouble: 'backup-fails' },
];

describe.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('the datacentre of seed %i', (seed) => {
  let now = start;
  let lab: Lab;
  let neighbours: Neighbours;
  let atFirst: Seen;
  let later: Seen;
  let troubled: Seen;

  beforeAll(async () => {
    const clock = () => now;
    lab = await startLab({
      nodes: 3,
      guests: 45,
      seed,
      version: 9.2,
      everything: true,
      plain: true,
      calm: calm.includes(seed),
      clock,
    });
    neighbours = await startNeighbours(lab, { backupServers: 1, seed, calm: calm.includes(seed) });
    const [server] = neighbours.backupServers;
    if (!server) throw new Error('no backup server');
    atFirst = await lookAt(lab, server, now / 1000);
    // This period includes a night with backups and their verification, and a Sunday with backup files.
    now += 98 * hour;
    later = await lookAt(lab, server, now / 1000);
    const troubles = createTroubles({ lab, ...neighbours }, { seed });
    troubles.play(script);
    now += 15 * minute;
    await troubles.catchUp();
    troubled = await lookAt(lab, server, now / 1000);
    troubles.stop();
  });
  afterAll(async () => {
    await neighbours?.stop();
    await lab?.stop();
  });

  test.for(checks)('$name', ({ wrong }) => {
    expect({ atFirst: wrong(atFirst), later: wrong(later), troubled: wrong(troubled) }).toEqual({
      atFirst: [],
      later: [],
      troubled: [],
    });
  });

  if (seed === 1)
    test.for(checks)('what contradicts this is noticed: $name', ({ wrong, spoil }) => {
      const seen = structuredClone(atFirst);
      spoil(seen);
      expect(wrong(seen)).not.toEqual([]);
    });
});
