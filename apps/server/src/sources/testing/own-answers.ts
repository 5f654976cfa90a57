// Answers of our own in the form of recordings: those of the calm hosts of the cases. So a clone alone can judge. For tests only.
import type { CalmHost, FromPath } from '../../contract/testing/cases/calm.ts';
import { calmPbs } from '../../contract/testing/cases/calm-pbs.ts';
import { calmPmg } from '../../contract/testing/cases/calm-pmg.ts';
import { calmPve } from '../../contract/testing/cases/calm-pve.ts';
import { allRecordingsOf, type Recording } from './recordings.ts';

const AT_S = Date.UTC(2026, 4, 4, 8) / 1000;
const hosts: Record<string, CalmHost> = { pve: calmPve, pbs: calmPbs, pmg: calmPmg };
const nodes: Record<string, object> = {
  pve: { nodes: [{ node: 'alpha' }, { node: 'beta', status: 'offline' }] },
  pbs: {},
  pmg: { nodes: [{ node: 'gate1' }, { node: 'gate2' }] },
};
/** What stands in place of `*` after this part of a path. */
const names: Record<string, string> = {
  qemu: '100',
  lxc: '101',
  storage: 'local',
  datastore: 'vault',
  queue: 'deferred',
};

function endpointOf(pattern: string, product: string): string {
  const parts = pattern.split('/');
  const node = product === 'pmg' ? 'gate1' : 'alpha';
  return parts.map((part, i) => (part === '*' ? (names[parts[i - 1] ?? ''] ?? node) : part)).join('/');
}

export function ownAnswersOf(product: string): Recording[] {
  const host = hosts[product];
  if (!host) return [];
  const answers = host.answers(host.rows(nodes[product] ?? {}), AT_S);
  return Object.entries(answers).flatMap(([pattern, answer]): Recording[] => {
    const endpoint = endpointOf(pattern, product);
    const parts = endpoint.slice(1).split('/');
    const data: unknown = typeof answer === 'function' ? (answer as FromPath)(parts) : answer;
    const isRefusal = typeof data === 'object' && data !== null && '$status' in data;
    if (isRefusal) return [];
    return [
      {
        file: `own ${product}${endpoint}`,
        product,
        method: 'GET',
        endpoint,
        httpStatus: 200,
        version: null,
        body: { data },
      },
    ];
  });
}

/** The recorded ones, if they are there, and our own. */
const allAnswersOf = (product: string): Recording[] => [...allRecordingsOf(product), ...ownAnswersOf(product)];

/** The good answers of a product for an endpoint, such as `/cluster/resources`. */
export const answersOf = (product: string, endpoint: RegExp): Recording[] =>
  allAnswersOf(product).filter((r) => r.method === 'GET' && r.httpStatus === 200 && endpoint.test(r.endpoint));
