// Makes every possible call to a datacentre of the lab, for tests of its answers.
import type { Agent } from 'node:https';
import { ask, fetchRows, instanceOf, keptConnections, otherToken } from '../client.ts';
import type { Lab } from '../datacentre.ts';
import type { Neighbours } from '../neighbours.ts';
import { pbsRoutes } from '../pbs/routes.ts';
import type { BackupServer } from '../pbs/server.ts';
import type { Gateway } from '../pmg/gateway.ts';
import { queueNames } from '../pmg/mail-flow.ts';
import { receivers } from '../pmg/quarantine.ts';
import { pmgRoutes } from '../pmg/routes.ts';
import { pveRoutes } from '../pve/routes.ts';
import { hasCall } from '../router.ts';
import type { Guest } from '../world/guest.ts';

/** `template` is the path of the route, `asked` the path with all placeholders filled in. */
export type Question = { template: string; asked: string };
export type Said = { asked: string; data: unknown };

/** Some calls need these privileges, and a usual token of the lab does not have them. */
export const unusualRights = ['Sys.Modify', 'VM.GuestAgent.FileRead'] as const;

const query: Record<string, string> = {
  '/nodes/{node}/rrddata': '?timeframe=hour',
  '/nodes/{node}/qemu/{vmid}/rrddata': '?timeframe=day&cf=AVERAGE',
  '/nodes/{node}/lxc/{vmid}/rrddata': '?timeframe=hour',
  '/nodes/{node}/storage/{storage}/rrddata': '?timeframe=hour',
  '/nodes/{node}/disks/smart': '?disk=/dev/nvme0n1',
  '/nodes/{node}/qemu': '?full=1',
  '/cluster/metrics/export': '?history=0',
  '/nodes/{node}/tasks': '?source=all&limit=500',
  '/nodes/{node}/qemu/{vmid}/agent/file-read': '?file=/etc/os-release',
};

const forGuest = (template: string, guest: Guest) =>
  template.replace('{node}', guest.node).replace('{vmid}', String(guest.vmid));

/** Every GET route of the first cluster, for every node, storage, guest and task. */
export async function pveQuestions(lab: Lab): Promise<Question[]> {
  const [cluster] = lab.clusters;
  const guests = lab.guests(instanceOf(lab).name);
  const [first = ''] = (cluster?.nodes ?? []).map(({ name }) => name);
  const tasks = await fetchRows(instanceOf(lab), `/nodes/${first}/tasks?limit=500`);
  // An agent that hangs gives no answer.
  const talking = guests.filter((g) => g.agentBehaviour !== 'hangs');
  return pveRoutes
    .filter((r) => (r.method ?? 'GET') === 'GET' && hasCall(r, cluster?.release ?? 0))
    .flatMap(({ path: template }) => {
      const kind = /\/(qemu|lxc)\/\{vmid\}/.exec(template)?.[1];
      const of = (asked: string) => ({ template, asked: asked + (query[template] ?? '') });
      if (kind) return talking.filter((g) => g.kind === kind).map((g) => of(forGuest(template, g)));
      if (!template.includes('{node}')) return [of(template)];
      if (template.includes('{upid}'))
        return tasks.map(({ upid }) => of(template.replace('{node}', first).replace('{upid}', String(upid))));
      return (cluster?.nodes ?? []).flatMap((node) => {
        const here = template.replace('{node}', node.name).replace('{name}', 'rpool');
        if (!here.includes('{storage}')) return [of(here)];
        return (cluster?.storages ?? []).map((s) => of(here.replace('{storage}', s.storage)));
      });
    });
}

/** All successful answers of the first cluster, the backup servers and the mail gateways. */
export async function everyAnswer(lab: Lab, { backupServers, mailGateways }: Neighbours): Promise<Said[]> {
  const agent = keptConnections();
  const headers = otherToken(lab.tokenWith(...unusualRights));
  const fetchOne = fetcher(instanceOf(lab).host, headers, agent);
  const pve = (await pveQuestions(lab)).map(({ asked }) => fetchOne(asked));
  const others = [...backupServers.map((s) => pbsAnswers(s, agent)), ...mailGateways.map((g) => pmgAnswers(g, agent))];
  const said = (await Promise.all([...pve, ...others])).flat();
  agent.destroy();
  return said;
}

/** A refused call has no answer. */
const fetcher =
  (host: string, headers: Record<string, string>, agent: Agent) =>
  async (asked: string): Promise<Said[]> => {
    const got = await ask(host, asked, { headers, agent, timeoutMs: 60_000 });
    return got.status === 200 ? [{ asked, data: JSON.parse(got.text).data }] : [];
  };

async function pbsAnswers({ world, config }: BackupServer, agent: Agent): Promise<Said[]> {
  const { host, tokenName, tokenValue } = config();
  const fetchOne = fetcher(host, { authorization: `PBSAPIToken=${tokenName}:${tokenValue}` }, agent);
  const paths = pbsRoutes(world.release).filter(({ method = 'GET' }) => method === 'GET');
  const asked = paths.flatMap(({ path, params }) => {
    const asksFrame = params !== undefined && 'timeframe' in params;
    const here = path.replace('{node}', 'localhost') + (asksFrame ? '?timeframe=hour&cf=MAX' : '');
    if (!here.includes('{store}')) return here.includes('{upid}') ? [] : [here];
    return world.stores.flatMap(({ name, namespaces }) =>
      [...namespaces.keys()]
        .filter((ns) => ns === '' || (params && 'ns' in params))
        .map((ns) => here.replace('{store}', name) + (ns && `?ns=${encodeURIComponent(ns)}`)),
    );
  });
  const said = (await Promise.all(asked.map(fetchOne))).flat();
  const tasks = said.filter((s) => s.asked === '/nodes/localhost/tasks').flatMap((s) => s.data as { upid: string }[]);
  const logs = tasks.map(({ upid }) => fetchOne(`/nodes/localhost/tasks/${encodeURIComponent(upid)}/log`));
  return [...said, ...(await Promise.all(logs)).flat()];
}

async function pmgAnswers({ world, config }: Gateway, agent: Agent): Promise<Said[]> {
  const { host, user, password } = config();
  const body = new URLSearchParams({ username: user, password }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const { data } = JSON.parse((await ask(host, '/access/ticket', { method: 'POST', headers: type, body })).text);
  const fetchOne = fetcher(host, { cookie: `PMGAuthCookie=${encodeURIComponent(data.ticket)}` }, agent);
  const asked = pmgRoutes
    .filter(({ method = 'GET' }) => method === 'GET')
    .flatMap(({ path }) =>
      world.nodes.flatMap(({ name }) =>
        queueNames.map((queue) => path.replace('{node}', name).replace('{queue}', queue)),
      ),
    );
  const paths = new Set(asked.map((path) => (path === '/quarantine/spam' ? `${path}?pmail=${receivers[0]}` : path)));
  return (await Promise.all([...paths].map(fetchOne))).flat();
}

/** Every value in an answer, with the keys that lead to it. */
export function* valuesOf(data: unknown, keys: string[] = []): Generator<{ keys: string[]; value: unknown }> {
  if (typeof data !== 'object' || data === null) yield { keys, value: data };
  else for (const [key, value] of Object.entries(data)) yield* valuesOf(value, [...keys, key]);
}
