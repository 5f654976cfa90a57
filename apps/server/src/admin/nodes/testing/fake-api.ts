// The API of a host for tests: it answers some paths and refuses all others.
import { fail, ok } from '@belfry/domain/result';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Connect } from '../../../config/host.ts';
import { pbs } from '../../../sources/pbs/kind.ts';
import { pmg } from '../../../sources/pmg/kind.ts';
import { type Api, connectionOver } from '../../../sources/proxmox-api/proxmox-kind.ts';
import { pve } from '../../../sources/pve/kind.ts';

const proxmox: Partial<Record<NodeType, Parameters<typeof connectionOver>[0]>> = { pve, pbs, pmg };

/** `asked` collects `name path`; `closed` counts the connections that were closed. */
export function fakeConnect(answers: Record<string, unknown | SourceError>) {
  const asked: string[] = [];
  const state = { closed: 0 };
  const connect: Connect = (config) => {
    const kind = proxmox[config.type];
    if (!kind) throw new Error(`${config.type} is not reached through the Proxmox API`);
    const get: Api['get'] = async (path) => {
      asked.push(`${config.name} ${path}`);
      const answer = answers[path];
      if (answer === undefined) return fail({ kind: 'forbidden', status: 403, message: `${path}: not allowed` });
      return isError(answer) ? fail(answer) : ok(answer);
    };
    return connectionOver(kind, config, { get }, async () => {
      state.closed++;
    });
  };
  return { connect, asked, state };
}

const isError = (answer: unknown): answer is SourceError =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && 'message' in answer;

export const twoNodes = {
  '/nodes': [{ node: 'n1' }, { node: 'n2' }],
  '/cluster/status': [
    { type: 'cluster', name: 'dc', nodes: 2 },
    { type: 'node', name: 'n1', nodeid: 1, ip: '10.0.0.1', online: 1, local: 1 },
    { type: 'node', name: 'n2', nodeid: '2', ip: '10.0.0.2', online: 0 },
    { type: 'node', name: {} },
    null,
  ],
  '/cluster/config/join': { nodelist: [{ name: 'n2', pve_fp: 'ab:'.repeat(31).concat('ab') }, { name: 'n1' }] },
};

/** No host is known to be in a cluster. */
export const noClusters = {
  clusters: { of: () => undefined },
  duplicates: { of: () => undefined, withMember: () => undefined, earlierWith: () => undefined },
};

/** `kept` has the stored records by id. */
export function memoryOf(kept = new Map<string, unknown>()) {
  return {
    recall: (id: string) => kept.get(id),
    keep(id: string, value: unknown) {
      if (value === undefined) kept.delete(id);
      else kept.set(id, value);
    },
  };
}
