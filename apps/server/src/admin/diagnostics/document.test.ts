// Plants a text in every field of every list that the schema allows. Only technical texts may remain in the document.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { HistoryStatusReply } from '@belfry/schema/http/history';
import { lists, type State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { diagnostics } from './diagnostics.ts';
import { createDocument } from './document.ts';
import { createPseudonyms } from './names.ts';

const PLANTED = 'planted-name.lan';

type Json = z.core.JSONSchema.BaseSchema;

/** A value of this shape with every optional field. All its texts are planted ones. */
function planted({
  type,
  anyOf,
  enum: words,
  const: one,
  items,
  properties = {},
  additionalProperties,
}: Json): unknown {
  if (one !== undefined || words) return one ?? words?.[0];
  if (anyOf) return planted(anyOf[0] as Json);
  if (type === 'number' || type === 'integer') return 987_654;
  if (type === 'boolean') return true;
  if (type === 'array') return [planted(items as Json)];
  if (type !== 'object') return PLANTED;
  const fields = Object.entries(properties).map(([key, field]) => [key, planted(field as Json)]);
  return { ...Object.fromEntries(fields), ...(additionalProperties && { [PLANTED]: PLANTED }) };
}

function* leaves(value: unknown, key = ''): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* leaves(item, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      yield [`key of ${key}`, name];
      yield* leaves(item, name);
    }
  else yield [key, value];
}

const shape = z.toJSONSchema(z.object(lists), { unrepresentable: 'any', io: 'output' });
const state: State = {
  ...emptyState,
  ...(planted({ ...shape, additionalProperties: false }) as Partial<State>),
  connectionHealth: { [PLANTED]: true },
};
const names = createPseudonyms();
const at = '2026-01-01T00:00:00.000Z';
const defect = { where: 'a timer', message: PLANTED, count: 1, first: at, last: at };
const history = planted(z.toJSONSchema(HistoryStatusReply)) as HistoryStatusReply;
const server = { version: '1', uptime: 1, defects: [defect], history };
const backend = diagnostics({ at: 0, hosts: [] }, state, server, names);
const surroundings = { now: 0, deploymentType: 'manual', webSocketClients: 0 };
const document = createDocument(backend, state, surroundings, names);

test('only technical texts remain in the document; texts that identify the installation are removed', () => {
  const through = new Set([...leaves(document)].filter(([, value]) => value === PLANTED).map(([key]) => key));
  const times = ['backupTime', 'endTime', 'staleSince', 'startTime', 'time'];
  const versions = ['agentVersion', 'kernelVersion', 'pveVersion'];
  const kinds = ['content', 'format', 'health', 'memorySource', 'model', 'smart', 'source', 'state', 'status', 'type'];
  expect([...through].sort()).toEqual([...times, ...versions, ...kinds].sort());
});

test('the document contains no VMID', () => {
  const vmids = [...leaves(document)].filter(([key]) => key === 'vmid').map(([, value]) => value);
  expect(new Set(vmids)).toEqual(new Set([1]));
});
