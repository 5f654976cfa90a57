// Looks for hosts in the network of the site, when the server asks for it: one scan at a time, with the limits of a scan of the server itself.
import { reverse } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { ok } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { createFetch } from '../admin/discovery/probe.ts';
import { scan } from '../admin/discovery/scan.ts';
import type { Clock } from '../lib/clock.ts';
import { localSubnet, parseSubnets } from '../lib/subnets.ts';
import { signPorts, signs } from '../sources/registry.ts';
import type { Answer } from './questions.ts';

export interface Scanning {
  /** `subnet` blank: the one of this machine. */
  scan(subnet: string): Promise<Answer>;
  stop(): void;
}

export function createScanning(clock: Clock): Scanning {
  const fetch = createFetch(clock);
  const over = new AbortController();
  let isRunning = false;
  return {
    async scan(subnet) {
      if (isRunning) return refused({ id: 'site.scanning' });
      const chosen = subnet === '' ? localSubnet(networkInterfaces()) : ok(subnet);
      const ranges = chosen.ok ? parseSubnets(chosen.value) : chosen;
      if (!ranges.ok) return refused(ranges.error);
      isRunning = true;
      try {
        const found = await scan(
          ranges.value,
          { fetch, reverse, clock, ports: signPorts, signs },
          over.signal,
          () => {},
        );
        return { ok: true, value: found };
      } finally {
        isRunning = false;
      }
    },
    stop: () => over.abort(),
  };
}

const refused = (sentence: Sentence): Answer => ({
  ok: false,
  error: { kind: 'bad-payload', message: english(sentence), sentence },
});
