// The machines that Belfry watches, as devices of Home Assistant.
import { type ListFacts, listFacts, listsWith } from '@belfry/domain/list-facts';
import { siteNames } from '@belfry/domain/search/sites';
import type { Alert } from '@belfry/schema/entities/alert';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { EntityOf, ListName, State } from '@belfry/schema/state';

/**
 * A machine on which alerts may be. `id` is that of the entity; `model` names the sentence that says what it is: "Proxmox VE node". `instance`: the id of its
 * instance, where that has another one.
 */
export interface Machine {
  id: string;
  instance?: string;
  name: string;
  model: string;
  /** The name of the site whose collector polls it. */
  site?: string | undefined;
}

export interface Present {
  alerts: readonly Alert[];
  machines: readonly Machine[];
  /** The last change before an alert. */
  changeOf?(alert: Alert): JournalEntry | undefined;
  /** Another number: more of them are known. */
  changes?: number;
  /** The name of the site of an alert; undefined: the server itself watches the resource. */
  siteOf?: ((alert: Alert) => string | undefined) | undefined;
}

export function machinesOf(state: State): Machine[] {
  const siteOf = siteNames(state.instances, state.sites);
  return listsWith('device')
    .flatMap((list) => devicesOf(list, state))
    .map((machine) => ({ ...machine, site: siteOf({ instance: machine.instance ?? machine.id }) }));
}

function devicesOf<L extends ListName>(list: L, state: State): Machine[] {
  const { device, instanceOf } = listFacts[list] as ListFacts<L>;
  if (!device) return [];
  return (state[list] as readonly EntityOf<L>[]).map((entity) => ({
    ...{ id: entity.id, name: device.nameOf(entity), model: device.model },
    ...(instanceOf && { instance: instanceOf(entity) }),
  }));
}

export const isSameMachines = (some: readonly Machine[], others: readonly Machine[]): boolean =>
  some.length === others.length &&
  some.every(({ id, name, site }, i) => {
    const other = others[i];
    return id === other?.id && name === other.name && site === other.site;
  });
