// What the network of a backup server carries. Only its kept past has it: a row for each minute, and the newest is read.
import { fail, ok } from '@belfry/domain/result';
import { createParts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { type BackupServer, composeInstance } from './server.ts';
import { trafficIn } from './traffic.ts';

const RRD = '/nodes/localhost/rrd?timeframe=hour&cf=AVERAGE';

export function createTrafficPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  return {
    name: 'traffic',
    everyMs: 60_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const parts = begin(server.session.read(signal, 'traffic'));
      const answer = await parts.get('traffic', RRD, { needs: 'Sys.Audit on /system/status' });
      const traffic = answer.ok ? trafficIn(answer.value, server.clock.now()) : undefined;
      server.facts = { ...server.facts, traffic };
      const trouble = parts.trouble();
      return trouble ? fail(trouble) : ok({ slices: composeInstance(server), gaps: parts.gaps() });
    },
  };
}
