// The input of the model of protection from the state. A part without a change is the same object as before.

import type { Zone } from '@belfry/domain/calendar-event/runs';
import { placedCopyJobs } from '@belfry/domain/protection/copy-jobs';
import type { MissingPart, ProtectionInput } from '@belfry/domain/protection/input';
import type { State } from '@belfry/schema/state';
import { zoneNamed } from '../lib/zones.ts';
import { createNumberedGuests } from './numbered-guests.ts';

export type Decided = Pick<ProtectionInput, 'exclusions' | 'assignments'>;

export type InputOf = (state: State, decided: Decided, missing: readonly MissingPart[]) => ProtectionInput;

export function createInput(): InputOf {
  const guests = createNumberedGuests();
  const servers = createSame((pbs: State['pbs']) =>
    pbs.map(({ name, host, fingerprint, site }) => ({
      ...{ name, host },
      ...(fingerprint !== undefined && { fingerprint }),
      ...(site !== undefined && { site }),
    })),
  );
  const copyJobs = createMemo(placedCopyJobs);
  const zones = createSame((jobs: State['backupJobs'], copies: State['copyJobs'], prunes: State['retentions']) => [
    ...jobs.map(({ instance, timeZone }) => [instance, timeZone]),
    ...copies.map(({ server = '', timeZone }) => [server, timeZone]),
    ...prunes.flatMap((each) => (each.kind === 'server' ? [[each.place.server, each.timeZone]] : [])),
  ]);
  const zoneOf = createMemo((named: readonly (readonly (string | undefined)[])[]) => {
    const byInstance = new Map<string | undefined, Zone>();
    for (const [instance, name] of named) if (name !== undefined) byInstance.set(instance, zoneNamed(name));
    return (instance: string): Zone => byInstance.get(instance) ?? zoneNamed(undefined);
  });
  const missingParts = createSame((parts: readonly MissingPart[]) => parts);

  return (state, { exclusions, assignments }, missing) => {
    const known = servers(state.pbs);
    return {
      guests: guests(state.vms, state.containers),
      configs: state.guestConfigs,
      storages: state.storage,
      servers: known,
      jobs: state.backupJobs,
      copyJobs: copyJobs(state.copyJobs, known),
      retentions: state.retentions,
      tasks: state.backupTasks,
      storageBackups: state.storageBackups,
      serverBackups: state.pbsBackups,
      ...{ exclusions, assignments, missing: missingParts(missing) },
      zoneOf: zoneOf(zones(state.backupJobs, state.copyJobs, state.retentions)),
    };
  };
}

/** Calculates again only for other objects. */
function createMemo<A extends unknown[], R>(calculate: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined;
  return (...args) => {
    if (!last?.args.every((arg, i) => arg === args[i])) last = { args, result: calculate(...args) };
    return last.result;
  };
}

/** The same, and the result is the same object while it has the same content. */
function createSame<A extends unknown[], R>(calculate: (...args: A) => R): (...args: A) => R {
  let last: { text: string; result: R } | undefined;
  return createMemo((...args: A) => {
    const result = calculate(...args);
    const text = JSON.stringify(result);
    if (last?.text !== text) last = { text, result };
    return last.result;
  });
}
