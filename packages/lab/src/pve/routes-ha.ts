// The configuration of high availability: which guests it manages, and where they may run.
import { ok } from '../answer.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Guest } from '../world/guest.ts';
import type { PveRoute } from './call.ts';

const AUDIT = ['/', 'Sys.Audit'] as const;
const sidOf = ({ kind, vmid }: Guest): string => `${kind === 'qemu' ? 'vm' : 'ct'}:${vmid}`;
const managed = ({ guests }: Cluster): Guest[] => [...guests.values()].filter(({ ha }) => ha !== undefined);

/** The first two guests are a pair that must not share a node, and the third prefers the first two nodes. */
function ruled(cluster: Cluster): { pair: string[]; third: string | undefined; nodes: string } {
  const [a, b, c] = managed(cluster).map(sidOf);
  const nodes = cluster.nodes.slice(0, 2).map(({ name }, i) => `${name}:${2 - i}`);
  return { pair: a !== undefined && b !== undefined ? [a, b] : [], third: c, nodes: nodes.join(',') };
}

const digest = '0f3c9a5be1d7f4a86c21b3a9e55d0c7f8a6b4e12';

function resources(cluster: Cluster): Record<string, unknown>[] {
  const { third } = ruled(cluster);
  return managed(cluster).map((guest) => {
    const sid = sidOf(guest);
    const isGrouped = cluster.release < 9 && sid === third;
    return {
      sid,
      type: guest.kind === 'qemu' ? 'vm' : 'ct',
      state: 'started',
      max_restart: 1,
      max_relocate: 1,
      digest,
      ...(isGrouped && { group: 'east' }),
    };
  });
}

function rules(cluster: Cluster): Record<string, unknown>[] {
  const { pair, third, nodes } = ruled(cluster);
  return [
    ...(pair.length > 0
      ? [{ rule: 'pair', type: 'resource-affinity', affinity: 'negative', resources: pair.join(','), digest }]
      : []),
    ...(third === undefined
      ? []
      : [{ rule: 'east', type: 'node-affinity', resources: third, nodes, strict: 0, digest }]),
  ];
}

export const haRoutes: PveRoute[] = [
  {
    path: '/cluster/ha/resources',
    needs: AUDIT,
    params: { type: { rule: ['ct', 'vm'] } },
    answer: ({ cluster }, { type }) => ok(resources(cluster).filter((row) => type === undefined || row.type === type)),
  },
  {
    path: '/cluster/ha/rules',
    since: 9,
    needs: AUDIT,
    params: { resource: { rule: 'string' }, type: { rule: ['node-affinity', 'resource-affinity'] } },
    answer: ({ cluster }, { type }) => ok(rules(cluster).filter((row) => type === undefined || row.type === type)),
  },
  {
    path: '/cluster/ha/groups',
    until: 9,
    needs: AUDIT,
    answer({ cluster }) {
      const { third, nodes } = ruled(cluster);
      return ok(
        third === undefined ? [] : [{ group: 'east', type: 'group', nodes, restricted: 0, nofailback: 0, digest }],
      );
    },
  },
];
