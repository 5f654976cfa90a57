// The lab conforms to the official API schema: it has only calls that Proxmox has, and its answers have the same
// format.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, instanceOf, keptConnections, otherToken } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';
import { hasCall } from '../router.ts';
import { pveQuestions, unusualRights } from '../testing/every-answer.ts';
import { makeAwkward } from '../world/awkward.ts';
import { pveRoutes } from './routes.ts';
import { complaints, loadEndpoints, type SchemaEndpoint } from './schema.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../shared/proxmox-api');
const note = 'the official API schema is not beside this checkout';
const releases = [
  { release: 9.2, file: 'pve.json' },
  { release: 8.4, file: 'pve-8.json' },
] as const;

describe.for(
  releases.flatMap((r) => [
    { ...r, everything: false },
    { ...r, everything: true },
  ]),
)('release $release, everything: $everything', ({ release, file, everything }) => {
  let lab: Lab;
  let endpoints: Map<string, SchemaEndpoint>;
  const at = path.join(folder, file);
  beforeAll(async () => {
    endpoints = existsSync(at) ? loadEndpoints(at) : new Map();
    lab = await startLab({ nodes: 3, guests: 150, seed: 11, authDelayMs: 0, version: release, everything });
    // of three nodes none is lost
    if (everything) for (const cluster of lab.clusters) makeAwkward(cluster);
  });
  afterAll(() => lab.stop());

  test('every route and every parameter exists in the official schema', (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    for (const route of pveRoutes.filter((r) => hasCall(r, release))) {
      const endpoint = endpoints.get(`${route.method ?? 'GET'} ${route.path}`);
      expect(endpoint, route.path).toBeDefined();
      const official = endpoint?.parameters.filter((p) => p.in !== 'path').map((p) => p.name) ?? [];
      const extra = Object.keys(route.params ?? {}).filter((name) => !official.includes(name));
      // The schemas of minor releases differ in their parameters. Only the newest one is compared exactly.
      if (release === 9.2) expect({ path: route.path, extra }).toEqual({ path: route.path, extra: [] });
    }
  });

  test('a route needs the privileges of the official schema', (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    for (const { path: template, method = 'GET', needs } of pveRoutes.filter((r) => hasCall(r, release))) {
      const official = JSON.stringify(endpoints.get(`${method} ${template}`)?.permissions ?? {});
      const ours = needs?.slice(1) ?? [];
      const known = ours.filter((privilege) => official.includes(privilege));
      // Some endpoints describe it only in prose.
      if (official.includes('"perm"') && ours.length > 0) expect(known.length, template).toBeGreaterThan(0);
    }
  });

  test('the check itself finds a missing key, a wrong type and a wrong word', (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    const endpoint = endpoints.get('GET /nodes');
    if (!endpoint) throw new Error('no /nodes in the schema');
    expect(complaints(endpoint, [{ node: 'a', status: 'online' }])).toEqual([]);
    for (const wrong of [
      { status: 'online' },
      { node: 'a', status: 'online', cpu: 'much' },
      { node: 'a', status: 'up' },
    ]) {
      expect(complaints(endpoint, [wrong])).not.toEqual([]);
    }
  });

  test('every answer conforms to the official schema', async (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    const wrong: string[] = [];
    let answers = 0;
    const headers = otherToken(lab.tokenWith(...unusualRights));
    const agent = keptConnections();
    for (const { template, asked } of await pveQuestions(lab)) {
      const got = await ask(instanceOf(lab).host, asked, { headers, agent });
      const endpoint = endpoints.get(`GET ${template}`);
      if (got.status === 200 && nothing.has(template) && got.text === '{"data":null}') continue;
      if (got.status === 500 && expected500.test(got.reason)) continue;
      if (got.status !== 200 || !endpoint) wrong.push(`${asked}: ${got.status} ${got.reason}`);
      else wrong.push(...complaints(endpoint, JSON.parse(got.text).data).map((c) => `${asked}: ${c}`));
      answers++;
    }
    agent.destroy();
    expect(wrong).toEqual([]);
    expect(answers).toBeGreaterThan(200);
  });
});

/** A stopped container has no interfaces. The answer is null, although the schema requires a list. */
const nothing = new Set(['/nodes/{node}/lxc/{vmid}/interfaces']);

/** States that a real server reports as 500. */
const expected500 =
  /not running|No QEMU guest agent|binary not installed|no such pool|is disabled|qmp command|S\.M\.A\.R\.T|not available on node|^Agent error/;
