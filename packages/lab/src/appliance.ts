// The common parts of the backup servers and mail gateways of the lab: nodes that listen, faults, a request log, a
// login.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import { createCertificate } from './certificate.ts';
import { applyFault, type Fault, isOffline } from './fault.ts';
import { openMembers } from './members.ts';
import { type Outage, startOutage } from './outage.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { createNodeServer, type Incoming } from './server.ts';

/** `template` is for the request log; `target` is the node that answers; `delayed`: a refused login, or a short delay. */
export type Handling = { template: string; target: string; answer: Answer; delayed?: true | 'briefly' };

/** `name` groups the nodes in the log. `handle` answers a request to the node of that name at that time (epoch seconds). */
export type ApplianceOptions = {
  name: string;
  nodes: string[];
  handle: (node: string, request: Incoming, now: number) => Handling;
  port?: number;
  /** Milliseconds. */
  clock?: () => number;
  /** How long a refused login takes. On a real server it takes three seconds. */
  authDelayMs?: number;
};
type ApplianceNode = { name: string; host: string; fingerprint: string };
export type Appliance = {
  nodes: ApplianceNode[];
  requests: RequestLog;
  /** Resolves when the fault is active. `die` and `otherHost` cut the connections of the node. */
  fault(node: string, fault: Fault): Promise<void>;
  heal(node: string): Promise<void>;
  faultOf(node: string): Fault | undefined;
  /** Sets how far the clocks of the nodes are ahead, in milliseconds. */
  setSkew(ms: number): void;
  stop(): Promise<void>;
};

/** A refused login takes three seconds, some other refusals half a second. So a short delay is a sixth of a long one. */
const BRIEFLY = 6;

let opened = 0;

export async function openAppliance(options: ApplianceOptions): Promise<Appliance> {
  const { name, handle, port = 0, clock = Date.now, authDelayMs = 3000 } = options;
  const requests = createRequestLog(clock);
  const faults = new Map<string, Fault>();
  const outages = new Map<string, Outage>();
  const closing = new AbortController();
  let skewMs = 0;
  const now = () => Math.floor((clock() + skewMs) / 1000);

  async function respond(node: string, request: Incoming): Promise<Answer | 'never'> {
    const { template, target, answer, delayed } = handle(node, request, now());
    requests.note(name, node, template, answer.status);
    const delayMs = delayed === 'briefly' ? authDelayMs / BRIEFLY : authDelayMs;
    if (delayed) await delay(delayMs, undefined, { signal: closing.signal });
    const theirs = target === node ? undefined : faults.get(target);
    const forwarded =
      theirs === undefined || isOffline(theirs) ? answer : await applyFault(theirs, answer, closing.signal);
    const own = faults.get(node);
    return own === undefined || forwarded === 'never' ? forwarded : applyFault(own, forwarded, closing.signal);
  }

  const members = await openMembers(options.nodes, port, 200 + (opened++ % 50), async (node, address) => {
    const certificate = await createCertificate(node, address);
    return createNodeServer(
      certificate,
      (request) => respond(node, request),
      () => requests.connected(node),
      now,
    );
  });
  const memberOf = (node: string) => {
    const member = members.find((m) => m.owner === node);
    if (!member) throw new Error(`no node ${node} in ${name}; there are ${options.nodes.join(', ')}`);
    return member;
  };

  async function heal(node: string): Promise<void> {
    memberOf(node);
    const outage = outages.get(node);
    faults.delete(node);
    outages.delete(node);
    await outage?.end();
  }

  return {
    nodes: members.map(({ owner, address, port: own, server }) => ({
      name: owner,
      host: `https://${address}:${own}`,
      fingerprint: server.fingerprint,
    })),
    requests,
    heal,
    faultOf: (node) => faults.get(node),
    setSkew(ms) {
      skewMs = ms;
    },
    async fault(node, fault) {
      const { server, address, port: own } = memberOf(node);
      await heal(node);
      faults.set(node, fault);
      if (!isOffline(fault)) return;
      const note = (path: string, status: number) => requests.note(name, node, path, status);
      outages.set(node, await startOutage(fault, { server, address, port: own, note }));
    },
    async stop() {
      closing.abort();
      await Promise.all(members.map(({ server }) => server.close()));
      await Promise.all([...outages.values()].map((outage) => outage.close()));
    },
  };
}
