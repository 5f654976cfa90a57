// Which settings remove backups of a guest at present: those of its jobs or of the storages that they write to, and of the prune jobs of
// backup servers.
import type { Keep } from '@belfry/schema/protection/backup-job';
import type { PastMeans } from './past-runs.ts';
import type { Place } from './places.ts';
import type { Case } from './verdict.ts';

/** `nothing`: no setting removes backups in this place. `notKnown`: its prune jobs are not known, or the place itself. */
export interface RetentionInForce {
  place: string;
  by: 'job' | 'storage' | 'prune' | 'nothing' | 'notKnown';
  keep?: Keep;
}

/** Of the places to which its jobs write, and of those in which it has backups. Sorted by place. */
export function retentionsInForce(facts: Case, means: PastMeans): RetentionInForce[] {
  const { guest, coverage, own, missing } = facts;
  const found = new Map<string, RetentionInForce>();
  const add = (each: RetentionInForce) => found.set(JSON.stringify(each), each);
  const places = new Map<string, Place>(own.map(({ place }) => [place.key, place]));
  for (const { storage, keep, instance } of coverage.jobs) {
    if (storage === undefined) continue;
    const place = means.places.ofStorage(guest.instance, storage, false);
    const name = place?.key ?? `${instance}/${storage}`;
    if (place) places.set(place.key, place);
    else add({ place: name, by: 'notKnown' });
    const ofStorage = means.retentions.ofStorage(instance, storage);
    if (keep) add({ place: name, by: 'job', keep });
    else if (ofStorage) add({ place: name, by: 'storage', keep: ofStorage });
  }
  const isJobsUnknown = missing.some(({ part }) => part === 'jobs');
  for (const place of places.values()) {
    const isUnknown = isJobsUnknown || (place.server && !means.knowsPrunes(place.server.server));
    if (isUnknown) add({ place: place.key, by: 'notKnown' });
    for (const { keep } of means.retentions.prunesOf(place)) add({ place: place.key, by: 'prune', keep });
    if (![...found.values()].some((each) => each.place === place.key)) add({ place: place.key, by: 'nothing' });
  }
  return [...found.values()].sort((a, b) => compare(a.place, b.place) || compare(a.by, b.by));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
