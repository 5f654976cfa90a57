// What a trouble does to the datacentre, as steps in time.
import type { Lab } from '../datacentre.ts';
import type { DockerHost } from '../docker/host.ts';
import type { BackupServer } from '../pbs/server.ts';
import type { Gateway } from '../pmg/gateway.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Course } from '../world/course.ts';
import type { Node } from '../world/node.ts';
import { hash } from '../world/walk.ts';
import type { Kind, Trouble } from './script.ts';

/** Everything that can be in trouble. The Docker hosts are asked for when they are needed, because they start later. */
export type Site = {
  lab: Lab;
  backupServers?: readonly BackupServer[];
  mailGateways?: readonly Gateway[];
  dockerHosts?: () => readonly DockerHost[];
};

/** `at`: epoch seconds. `run` gets that time, which may be a little ago. */
export type Step = { at: number; run: (at: number) => void | Promise<void> };

/** `from`: when it begins, epoch seconds. `pick` chooses one of a list by the seed; it throws when the list is empty. */
export type Scene = { site: Site; from: number; pick<T>(list: readonly T[], what: string): T };

/** Makes the steps of a trouble, in any order. It throws when the datacentre has no such target. */
export type Plan<K extends Kind> = (trouble: Trouble<K>, scene: Scene) => Step[];
export type Plans<K extends Kind> = { [N in K]: Plan<N> };

export const picker =
  (...seed: (string | number)[]) =>
  <T>(list: readonly T[], what: string): T => {
    const found = list[hash(...seed, what) % Math.max(1, list.length)];
    if (found === undefined) throw new Error(`the datacentre has no ${what}`);
    return found;
  };

/** The one of that name, or one that the seed chooses among those that fit. */
export function named<T extends { name: string }>(
  { pick }: Scene,
  all: readonly T[],
  name: string | undefined,
  what: string,
  fits: (item: T) => boolean = () => true,
): T {
  if (name === undefined) return pick(all.filter(fits), what);
  const found = all.find((item) => item.name === name);
  if (found) return found;
  throw new Error(`no ${what} ${name}; there are ${all.map((item) => item.name).join(', ')}`);
}

/** `what`: what the cluster must have, for the error. */
export const clusterOf = (
  scene: Scene,
  name: string | undefined,
  what = 'cluster',
  fits?: (cluster: Cluster) => boolean,
): Cluster => named(scene, scene.site.lab.clusters, name, what, fits);

/** A node with its cluster. The names of nodes are unique in a lab. */
export function nodeOf(
  scene: Scene,
  name: string | undefined,
  fits: (node: Node, cluster: Cluster) => boolean = () => true,
): { cluster: Cluster; node: Node } {
  const all = scene.site.lab.clusters.flatMap((cluster) =>
    cluster.nodes.map((node) => ({ name: node.name, cluster, node })),
  );
  return named(scene, all, name, 'node', ({ node, cluster }) => fits(node, cluster));
}

/** The end of a trouble that may not end. */
export const after = (from: number, forS: number | undefined, run: Step['run']): Step[] =>
  forS === undefined ? [] : [{ at: from + forS, run }];

export const courseOf = ({ riseS, holdS, fallS }: Omit<Course, 'from' | 'to'>, from: number, to: number): Course => ({
  from,
  to,
  riseS,
  holdS,
  fallS,
});
