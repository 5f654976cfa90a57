// The lab is held to the official API schema: no call that Proxmox does not have, no answer it would not give.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, fetchRows, instanceOf, otherToken } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';
import { hasCall } from '../router.ts';
import type { Guest } from '../world/guest.ts';
import { pveRoutes } from './routes.ts';
import { complaints, type Endpoint, loadEndpoints } from './schema.ts';

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
  let endpoints: Map<string, Endpoint>;
  const at = path.join(folder, file);
  beforeAll(async () => {
    endpoints = existsSync(at) ? loadEndpoints(at) : new Map();
    lab = await startLab({ nodes: 3, guests: 150, seed: 11, authDelayMs: 0, version: release, everything });
  });
  afterAll(() => lab.stop());

  test('every route and every parameter exists in the official schema', (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    for (const route of pveRoutes.filter((r) => hasCall(r, release))) {
      const endpoint = endpoints.get(`${route.method ?? 'GET'} ${route.path}`);
      expect(endpoint, route.path).toBeDefined();
      const official = endpoint?.parameters.filter((p) => p.in !== 'path').map((p) => p.name) ?? [];
      const extra = Object.keys(route.params ?? {}).filter((name) => !official.includes(name));
      // the schema of another minor release may lack or have a parameter; the newest is the measure
      if (release === 9.2) expect({ path: route.path, extra }).toEqual({ path: route.path, extra: [] });
    }
  });

  test('what a route wants of its asker is what the official schema wants', (ctx) => {
    if (!existsSync(at)) return ctx.skip(note);
    for (const { path: template, method = 'GET', needs } of pveRoutes.filter((r) => hasCall(r, release))) {
      const official = JSON.stringify(endpoints.get(`${method} ${template}`)?.permissions ?? {});
      const ours = needs?.slice(1) ?? [];
      const known = ours.filter((privilege) => official.includes(privilege));
      // Some endpoints say it in prose only.
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
    const headers = otherToken(lab.tokenWith('Sys.Modify', 'VM.GuestAgent.FileRead'));
    for (const { template, asked } of [...questions(lab), ...(await taskQuestions(lab))]) {
      const got = await ask(instanceOf(lab).host, asked, { headers });
      const endpoint = endpoints.get(`GET ${template}`);
      if (got.status === 200 && nothing.has(template) && got.text === '{"data":null}') continue;
      if (got.status === 500 && expected500.test(got.reason)) continue;
      if (got.status !== 200 || !endpoint) wrong.push(`${asked}: ${got.status} ${got.reason}`);
      else wrong.push(...complaints(endpoint, JSON.parse(got.text).data).map((c) => `${asked}: ${c}`));
      answers++;
    }
    expect(wrong).toEqual([]);
    expect(answers).toBeGreaterThan(200);
  });
});

/** A stopped container has no interfaces: null where the schema promises a list. */
const nothing = new Set(['/nodes/{node}/lxc/{vmid}/interfaces']);

/** States that a real server reports as 500. */
const expected500 =
  /not running|No QEMU guest agent|binary not installed|no such pool|is disabled|qmp command|S\.M\.A\.R\.T|not available on node|^Agent error/;

const query: Record<string, string> = {
  '/nodes/{node}/rrddata': '?timeframe=hour',
  '/nodes/{node}/qemu/{vmid}/rrddata': '?timeframe=day&cf=AVERAGE',
  '/nodes/{node}/lxc/{vmid}/rrddata': '?timeframe=hour',
  '/nodes/{node}/disks/smart': '?disk=/dev/nvme0n1',
  '/nodes/{node}/qemu': '?full=1',
  '/cluster/metrics/export': '?history=0',
  '/nodes/{node}/tasks': '?source=all&limit=500',
  '/nodes/{node}/qemu/{vmid}/agent/file-read': '?file=/etc/os-release',
};

/** Every GET route, filled in with every node, storage and guest it can be asked for. */
function questions(lab: Lab): { template: string; asked: string }[] {
  const [cluster] = lab.clusters;
  const guests = lab.guests(instanceOf(lab).name);
  return pveRoutes
    .filter((r) => (r.method ?? 'GET') === 'GET' && hasCall(r, cluster?.release ?? 0) && !r.path.includes('{upid}'))
    .flatMap(({ path: template }) => {
      const kind = /\/(qemu|lxc)\/\{vmid\}/.exec(template)?.[1];
      const of = (asked: string) => ({ template, asked: asked + (query[template] ?? '') });
      // An agent that hangs has no answer to look at.
      const talking = guests.filter((g) => g.agentMood !== 'hangs');
      if (kind) return talking.filter((g) => g.kind === kind).map((g) => of(forGuest(template, g)));
      if (!template.includes('{node}')) return [of(template)];
      return (cluster?.nodes ?? []).flatMap((node) => {
        const here = template.replace('{node}', node.name).replace('{name}', 'rpool');
        if (!here.includes('{storage}')) return [of(here)];
        return (cluster?.storages ?? []).map((s) => of(here.replace('{storage}', s.storage)));
      });
    });
}

/** What can be asked about one task, for every task of a node. */
async function taskQuestions(lab: Lab): Promise<{ template: string; asked: string }[]> {
  const { node = '' } = instanceOf(lab).members[0] ?? {};
  const tasks = await fetchRows(instanceOf(lab), `/nodes/${node}/tasks?limit=500`);
  const templates = pveRoutes.map((route) => route.path).filter((path) => path.includes('{upid}'));
  return templates.flatMap((template) =>
    tasks.map(({ upid }) => ({ template, asked: template.replace('{node}', node).replace('{upid}', String(upid)) })),
  );
}

const forGuest = (template: string, guest: Guest) =>
  template.replace('{node}', guest.node).replace('{vmid}', String(guest.vmid));
