// The endpoints of restore tests that are handed out and watched.
import { randomUUID } from 'node:crypto';
import type { Drill } from '@belfry/schema/drill/drill';
import type { Guest } from '@belfry/schema/entities/guest';
import { abortDrill, addDrill, getDrill, listDrills, type ShownDrill } from '@belfry/schema/http/drills';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { backupsOf, freeNumber, guestIn, targetsFor } from './choice.ts';
import { scriptOf } from './script.ts';
import type { Watch } from './watch.ts';

export interface DrillRoutesDeps {
  store: Pick<Store, 'drills' | 'atomically'>;
  watch: Watch;
  state(): State;
  useAround(guest: string, backup: Drill['backup']): Promise<Drill['use']>;
  audited: Audited;
  /** Who the caller is, by name. */
  nameOf(request: FastifyRequest): string;
  clock: Pick<Clock, 'now'>;
}

/** Each is looked at every few seconds. */
const MAX_OPEN = 50;
const HOUR_MS = 3_600_000;

const isNumbered = (guest: Guest): guest is Guest & { vmid: number } => guest.vmid !== undefined;

export function drillRoutes(mount: Mount, deps: DrillRoutesDeps): void {
  const { store, watch, state, useAround, audited, nameOf, clock } = deps;
  const shown = (drill: Drill): ShownDrill => {
    const problem = watch.errorOf(drill.id)?.message;
    return { ...drill, ...(problem !== undefined && { problem }) };
  };

  mount(listDrills, ({ query: { guest } }) => ({
    drills: store.drills
      .list()
      .filter((drill) => guest === undefined || drill.guest === guest)
      .map(shown),
  }));

  mount(getDrill, ({ params: { id } }) => {
    const drill = store.drills.get(id);
    return drill ? { drill: shown(drill), script: scriptOf(drill) } : refuse('not_found');
  });

  mount(addDrill, async ({ body, request }) => {
    const guest = guestIn(state(), body.guest);
    if (!guest || !isNumbered(guest)) return refuse('not_found');
    const { id, name, instance, type, vmid, tags } = guest;
    if (guest.diskStatusReason === 'agent-disabled' || guest.diskStatusReason === 'permission-denied')
      return refuse('conflict', { id: 'drill.noAgent', values: { name } });
    if (watch.open().length >= MAX_OPEN)
      return refuse('conflict', { id: 'drill.tooMany', values: { limit: MAX_OPEN } });
    const backups = backupsOf(state(), guest);
    const backup = body.backup === undefined ? backups[0] : backups.find(({ volid }) => volid === body.backup);
    if (!backup) return refuse('conflict', { id: 'drill.noBackup', values: { name } });
    const targets = targetsFor(state(), guest, backup);
    const target = targets.find(({ node }) => body.node === undefined || node === body.node);
    if (!target) return refuse('conflict', { id: 'drill.noRoom', values: { name } });
    const { node, storages } = target;
    const storage = body.storage === undefined ? storages[0] : storages.find((each) => each === body.storage);
    if (storage === undefined)
      return refuse('conflict', { id: 'drill.noStorage', values: { node, storage: body.storage ?? '', name } });
    const use = await useAround(id, backup);
    const reserved = new Set(watch.open().flatMap((drill) => (drill.instance === instance ? [drill.target.vmid] : [])));
    const now = clock.now();
    const drill: Drill = {
      id: randomUUID(),
      ...{ guest: id, name, instance, type, vmid, tags, backup, ports: type === 'qemu' ? body.ports : [] },
      target: { node, vmid: freeNumber(state(), guest, reserved), storage },
      ...(use && { use }),
      by: nameOf(request),
      createdAt: iso(now),
      until: iso(now + body.hours * HOUR_MS),
      patienceMs: body.patienceMin * 60_000,
      state: 'waiting',
      seen: [{ step: 'handedOut', at: iso(now) }],
    };
    // The number is reserved before anybody waits for the disk.
    watch.add(drill);
    await store.drills.put(drill);
    await audited(request, 'drill_handed_out', `${id} as ${drill.target.vmid} on ${node}: ${backup.volid}`);
    return shown(drill);
  });

  mount(abortDrill, async ({ params: { id }, request }) => {
    if (!store.drills.get(id)) return refuse('not_found');
    const aborted = await watch.abort(id);
    if (!aborted) return refuse('conflict', { id: 'drill.ended' });
    await audited(request, 'drill_aborted', `${aborted.guest} as ${aborted.target.vmid}`);
    return shown(aborted);
  });
}
