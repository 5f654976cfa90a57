// Every hour: the disks of the machine. Their health is read with them, but of a machine with disks that may sleep only
// once a day.
import { ok } from '@belfry/domain/result';
import { iso } from '../../lib/clock.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { maySleep, parseDisks, withHealth } from './disks.ts';
import { type BackupServer, composeInstance } from './server.ts';

const PATH = '/nodes/localhost/disks/list';
/** A little less than a day, because the poll is not exactly on time. */
const HEALTH_EVERY_MS = 23.5 * 3_600_000;

export function createDisksPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  let healthAt: number | undefined;
  return {
    name: 'disks',
    everyMs: 3_600_000,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      const parts = begin(server.session.read(signal, 'disks'));
      const { clock } = server;
      const before = server.facts.disks ?? [];
      const isHealthDue =
        healthAt === undefined || !before.some(maySleep) || clock.monotonic() - healthAt >= HEALTH_EVERY_MS;
      const path = isHealthDue ? PATH : `${PATH}?skipsmart=1`;
      const answer = await parts.get('disks', path, {
        timeoutMs: TIMEOUT_MS.slow,
        needs: 'Sys.Audit on /system/disks',
      });
      const disks = answer.ok ? parseDisks(answer.value, iso(clock.now())) : undefined;
      if (answer.ok && !disks) parts.miss('disks', badPayload(`GET ${path}`, 'expected a list of disks.'));
      const isLost = disks?.length === 0 && before.length > 0;
      if (isLost) parts.miss('disks', badPayload(`GET ${path}`, 'the list is empty, although it had disks before.'));
      if (disks && !isLost) {
        server.facts = { ...server.facts, disks: isHealthDue ? disks : withHealth(disks, before) };
        if (isHealthDue) healthAt = clock.monotonic();
      }
      return ok({ slices: composeInstance(server), gaps: parts.gaps() });
    },
  };
}
