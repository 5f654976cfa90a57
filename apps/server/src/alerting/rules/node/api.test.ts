import type { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { node } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createNodeApiRules } from './api.ts';

const at = (fields: Partial<Node>) => ({ nodes: [node('a', 'n1', { uptime: 9000, ...fields })] });
const words = 'GET /nodes/n1/status: … (596). It said: certificate verify failed';
const silent: Partial<Node> = { apiError: { message: words, since: '2026-01-01T00:00:00.000Z' } };
const id = 'node-api-a-n1 warning';

test('a node whose API does not answer is a warning after two minutes, with the words of the host, until it answers', async () => {
  const { poll, messages } = polled(() => [createNodeApiRules()]);
  expect(await poll(at(silent), 110)).toEqual([]);
  expect(await poll(at(silent), 100)).toEqual([id]);
  expect(messages()).toEqual([
    `The API of node n1 does not answer. Its tasks, backups, disks and guest agents are not watched. ${words}`,
  ]);
  expect(await poll(at({}), 10)).toEqual([]);
});

test('a node that is offline has another alert', async () => {
  const { poll } = polled(() => [createNodeApiRules()]);
  expect(await poll(at(silent), 300)).toEqual([id]);
  expect(await poll(at({ status: 'unknown' }), 300)).toEqual([id]);
  expect(await poll(at({ status: 'offline' }), 300)).toEqual([]);
});
