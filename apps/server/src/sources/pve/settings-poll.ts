// The configurations of Proxmox VE for the journal of changes, beside those that other polls read anyway.
import { guestId, nodeId } from '@belfry/domain/ids';
import { createSettingsPoll } from '../proxmox-api/settings-poll.ts';
import type { Place } from '../proxmox-api/settings-turns.ts';
import type { Poll } from '../source.ts';
import { isOnline } from './facts.ts';
import type { PveInstance } from './instance.ts';
import { pveHints, pveSettingsKinds } from './settings-kinds.ts';

export const createPveSettingsPoll = (instance: PveInstance): Poll =>
  createSettingsPoll({
    kinds: pveSettingsKinds,
    clock: instance.clock,
    read: (signal) => instance.session.read(signal, 'settings'),
    instance: () => ({ id: instance.place.instance, name: instance.place.name ?? instance.config.name }),
    places: () => placesOf(instance),
    hasRights: true,
    hints: pveHints,
    tasks: () => instance.facts.hintingTasks,
  });

function placesOf({ facts, place: { instance } }: PveInstance): Place[] {
  const nodes = facts.nodes.map(({ name }): Place => {
    const id = nodeId(instance, name);
    return { of: 'node', vars: { node: name }, id, about: id, name, isAnswering: isOnline(facts, name) };
  });
  const guests = facts.guests.map(({ vmid, node, type, name = '' }): Place => {
    const id = guestId(instance, vmid);
    const vars = { node, type, vmid: String(vmid) };
    return { of: 'guest', vars, id, about: id, name, isAnswering: isOnline(facts, node) };
  });
  return [...nodes, ...guests];
}
