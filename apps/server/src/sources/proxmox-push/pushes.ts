// What Proxmox pushes: it says that something has happened, and the host is asked about it at once. Nothing else in a push
// is used, so that whoever has the token of an instance can only make Belfry look.
import { ok } from '@belfry/domain/result';
import * as z from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { mayReport, type Reporter, type TokenCheck, validOwner } from '../reporter.ts';
import type { SourceMemory } from '../source.ts';

export interface PushesDeps {
  /** Makes the polls of an instance run that read what has happened. False when it is not polled. */
  hurry(instance: string, type: string): boolean;
  isTokenValid: TokenCheck;
  /** The id of the site whose collector polls the instance. */
  siteOf?(instance: string): string | undefined;
  /** Stores which token pushes for which instance. */
  memory: SourceMemory;
  clock: Pick<Clock, 'after'>;
  log: Logger;
}

export type Pushes = ReturnType<typeof createPushes>;

/**
 * After a run, the next one of the same instance waits for this time. Proxmox pushes while the task is ending, so the host is asked
 * once more after it.
 */
export const REST_MS = 10_000;
/** A host that pushes more types than there are is asked about everything. */
const MAX_TYPES = 16;

/** The id of the token, by the id of the instance. */
const Owners = z.record(z.string(), z.string());

/** `fresh`: pushed since the last run. `seen`: asked about in the last run, and to be asked once more. */
interface Line {
  fresh: Set<string>;
  seen: Set<string>;
}

export function createPushes({ hurry, isTokenValid, siteOf = () => undefined, memory, clock, log }: PushesDeps) {
  const lines = new Map<string, Line>();
  let owners: Map<string, string> | undefined;

  const known = (): Map<string, string> => {
    owners ??= new Map(Object.entries(Owners.safeParse(memory.recall()).data ?? {}));
    return owners;
  };
  /** If an owner could not be saved, it is unknown after a restart. */
  function claim(instance: string, token: string): void {
    known().set(instance, token);
    try {
      memory.keep(Object.fromEntries(known()));
    } catch (err) {
      log.error({ err }, 'the token that pushes for an instance cannot be saved');
    }
  }

  function run(instance: string, line: Line): void {
    const types = new Set([...line.fresh, ...line.seen]);
    line.seen = line.fresh;
    line.fresh = new Set();
    for (const type of types) hurry(instance, type);
    if (types.size === 0) lines.delete(instance);
    else clock.after(REST_MS, () => run(instance, line));
  }

  return {
    receive(instance: string, type: string, from: Reporter): Answer<{ accepted: true }> {
      // A collector speaks for the hosts of its own site only.
      if (from.site !== undefined && siteOf(instance) !== from.site)
        return refuse('not_found', { id: 'push.noInstance' });
      const owner = validOwner(known().get(instance), isTokenValid);
      if (!mayReport(owner, from)) return refuse('conflict', { id: 'push.otherToken' });
      const waiting = lines.get(instance);
      if (waiting) waiting.fresh.add(waiting.fresh.size < MAX_TYPES ? type : '');
      else {
        if (!hurry(instance, type)) return refuse('not_found', { id: 'push.noInstance' });
        const line = { fresh: new Set<string>(), seen: new Set([type]) };
        lines.set(instance, line);
        clock.after(REST_MS, () => run(instance, line));
      }
      if (owner === undefined && from.token !== undefined) claim(instance, from.token);
      return ok({ accepted: true as const });
    },
  };
}
