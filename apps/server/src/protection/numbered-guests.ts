// The guests as the model of protection knows them: by what concerns it. The same list, and the same objects, while nothing of that changes.
import { factsOf } from '@belfry/domain/delta/facts';
import { differing, type Stretch } from '@belfry/domain/delta/parts';
import { isNumbered } from '@belfry/domain/guest-number';
import type { ProtectedGuest } from '@belfry/domain/protection/input';
import type { Guest } from '@belfry/schema/entities/guest';

type Guests = readonly Guest[];

export function createNumberedGuests(): (vms: Guests, containers: Guests) => readonly ProtectedGuest[] {
  let seen: { vms: Guests; containers: Guests } = { vms: [], containers: [] };
  let known: readonly ProtectedGuest[] = [];
  return (vms, containers) => {
    const isKnown = isSameList(seen.vms, vms) && isSameList(seen.containers, containers);
    seen = { vms, containers };
    if (!isKnown) known = keeping(known, inOrder(vms, containers));
    return known;
  };
}

/** Guests of which only readings changed are not looked at. */
const isSameList = (before: Guests, after: Guests): boolean =>
  before.length === after.length &&
  differing(before, after, factsOf).every((stretch) => isSamePart(before, after, stretch));

function isSamePart(before: Guests, after: Guests, { before: old, now }: Stretch): boolean {
  if (old.to - old.from !== now.to - now.from) return false;
  for (let n = 0; n < now.to - now.from; n++) {
    const guest = before[old.from + n];
    if (!guest || !isSame(guest, after[now.from + n])) return false;
  }
  return true;
}

function isSame(a: ProtectedGuest | Guest, b: Guest | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.id !== b.id || a.instance !== b.instance || a.vmid !== b.vmid) return false;
  return a.type === b.type && a.node === b.node && a.pool === b.pool;
}

/** Both are sorted by id, and so is the result. */
function inOrder(vms: Guests, containers: Guests): Guest[] {
  const all: Guest[] = [];
  let place = 0;
  for (const vm of vms) {
    for (let next = containers[place]; next && next.id < vm.id; next = containers[++place]) all.push(next);
    all.push(vm);
  }
  return [...all, ...containers.slice(place)];
}

function keeping(before: readonly ProtectedGuest[], guests: Guests): ProtectedGuest[] {
  let place = 0;
  return guests.filter(isNumbered).map((guest) => {
    let old = before[place];
    while (old && old.id < guest.id) old = before[++place];
    if (old && isSame(old, guest)) return old;
    const { id, instance, vmid, type, node, pool } = guest;
    return { id, instance, vmid, type, node, pool };
  });
}
