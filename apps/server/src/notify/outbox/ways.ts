// By which ways messages about an occurrence went: to the destination that they were for, or to another one in its place.
import type { Delivery } from '@belfry/schema/notifications/delivery';
import type { Notified, NotifiedRow } from '../../db/outbox-store.ts';
import type { Destination } from '../destination.ts';
import type { Notice } from '../notice.ts';
import { notifiedKey } from '../notified.ts';

/** A notice on one way. `knownBy`: destinations that hear the same by themselves, so none of them stands in. */
export interface Way extends Pick<Delivery, 'insteadOf' | 'knownBy'> {
  notice: Notice;
  destination: Destination;
}

export interface WaysDeps {
  destinations(): readonly Destination[];
  find(id: string): Destination | undefined;
  /** By `notifiedKey`. */
  notified: ReadonlyMap<string, NotifiedRow>;
}

export function createWays({ destinations, find, notified }: WaysDeps) {
  const isNotified = (destination: string, occurrence: string) =>
    notified.has(notifiedKey({ destination, occurrence }));

  function viaOf(insteadOf: Delivery['insteadOf'], occurrence: string): Notified['via'] {
    const [origin] = insteadOf ?? [];
    return origin && notified.get(notifiedKey({ destination: origin.id, occurrence }))?.notified.via;
  }

  /** An end is sent by the others at the same time. Later nobody knows that any more. */
  const knownBy = ({ alerts }: Pick<Notice, 'alerts'>, { id, standIn }: Destination): string[] =>
    destinations().flatMap((other) =>
      standIn && other.id !== id && alerts.every(({ occurrence }) => isNotified(other.id, occurrence)) ? other.id : [],
    );

  return {
    /** By whom a message about the occurrence was sent in place of the first of these. */
    viaOf,
    /** The destination gets, or got, messages about the occurrence as its own. */
    isNotified,
    /** An end goes to whoever was sent a message about the alert, and to nobody twice. */
    waysOf(notice: Notice, destination: Destination): Way[] {
      if (notice.kind !== 'resolved') return [{ notice, destination }];
      const { id, name } = destination;
      const insteadOf = [{ id, name }];
      const ways = Map.groupBy(notice.alerts, ({ occurrence }) => {
        const via = viaOf(insteadOf, occurrence);
        const standIn = find(via?.destination ?? '');
        return !via || !standIn?.enabled ? 'own' : `${via.isBoth ? 'both' : 'other'} ${via.destination}`;
      });
      return [...ways].flatMap(([way, alerts]): Way[] => {
        const [which, via = ''] = way.split(' ');
        const standIn = find(via);
        const own = { ...notice, alerts };
        const known = knownBy(own, destination);
        const itself = { notice: own, destination, knownBy: standIn ? [...known, standIn.id] : known };
        const unknown = alerts.filter(({ occurrence }) => standIn && !isNotified(standIn.id, occurrence));
        const inPlace =
          standIn && unknown.length > 0
            ? [
                {
                  ...{ notice: { ...notice, alerts: unknown, insteadOf: { name, why: '' } }, insteadOf },
                  destination: standIn,
                },
              ]
            : [];
        return which === 'other' ? inPlace : [itself, ...inPlace];
      });
    },
  };
}
