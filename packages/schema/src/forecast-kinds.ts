// What a forecast may be about. A file without zod: the client needs the list.

/** The kinds of the history. `guest`, `node`, `pbs` and `pmgnode`: its disk, or its root file system. `disk`: its wear. `thinpool`: its metadata. */
export const forecastKinds = [
  'storage',
  'datastore',
  'ceph',
  'cephpool',
  'node',
  'pbs',
  'pmgnode',
  'disk',
  'guest',
  'filesystem',
  'thinpool',
] as const;
export type ForecastKind = (typeof forecastKinds)[number];

export const isForecastKind = (kind: string): kind is ForecastKind => forecastKinds.some((each) => each === kind);
