// `belfry backups`: the newest backup of each guest, the oldest first.
import { listGuests, listPbsBackups, listPveBackups } from '@belfry/schema/http/lists';
import type * as z from 'zod';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/lists.ts';
import { type Output, show, table } from '../print.ts';

interface Newest {
  type: string;
  vmid: string;
  /** Of a guest that is still there. */
  name: string | undefined;
  place: string;
  /** ISO. */
  at: string;
  size: number | undefined;
  backups: number;
}

export async function backups(api: Api, output: Output): Promise<void> {
  const [pve, pbs, { guests }] = await Promise.all([
    api.call(listPveBackups),
    api.call(listPbsBackups),
    api.call(listGuests),
  ]);
  const names = namesOf(guests);
  const all = [
    ...pve.backups.map(({ type, vmid, instance, storage, time, size }) => ({
      type,
      vmid: `${vmid}`,
      name: names(vmid, instance),
      place: `${instance}: ${storage}`,
      at: time,
      size,
    })),
    ...pbs.backups.map(({ backupType, vmid, instance, datastore, namespace, backupTime, size }) => ({
      type: backupType,
      vmid,
      name: names(Number(vmid)),
      place: [`${instance}: ${datastore}`, namespace].filter(Boolean).join('/'),
      at: backupTime,
      size,
    })),
  ];
  const newest = new Map<string, Newest>();
  for (const backup of all) {
    const key = JSON.stringify([backup.place, backup.type, backup.vmid]);
    const known = newest.get(key);
    const isNewer = !known || Date.parse(backup.at) > Date.parse(known.at);
    newest.set(key, { ...(isNewer ? backup : known), backups: (known?.backups ?? 0) + 1 });
  }
  const found = [...newest.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  show(output, found, () =>
    table(
      messages.backups.heads,
      found.map(({ at, type, vmid, name, place, size, backups: number }) => [
        moment(at),
        typeName(type),
        vmid,
        name,
        place,
        size === undefined ? undefined : words().bytes(size),
        number,
      ]),
      messages.backups.none,
    ),
  );
}

type Guests = z.infer<typeof listGuests.reply>['guests'];

/**
 * The name of the guest with a number, or nothing where several clusters have a guest of that number: a backup server does not say of which
 * cluster a backup is.
 */
function namesOf(guests: Guests): (vmid: number, instance?: string) => string | undefined {
  const byNumber = Map.groupBy(guests, ({ vmid }) => vmid);
  return (vmid, instance) => {
    const found = (byNumber.get(vmid) ?? []).filter((guest) => instance === undefined || guest.instance === instance);
    return found.length === 1 ? found[0]?.name : undefined;
  };
}

/** A type that Proxmox has added since then stays as it is. */
function typeName(type: string): string {
  const { types } = messages.backups;
  return Object.hasOwn(types, type) ? types[type as keyof typeof types] : type;
}
