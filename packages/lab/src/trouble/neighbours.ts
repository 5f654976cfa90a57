// Troubles of backup servers, mail gateways and Docker hosts, and wrong clocks.
import type { Store } from '../world/datastore.ts';
import { after, courseOf, named, type Plans, type Scene } from './steps.ts';

/** A time that never comes, for what does not end. */
const never = Number.MAX_SAFE_INTEGER;

const serverOf = (scene: Scene, name: string | undefined) =>
  named(
    scene,
    (scene.site.backupServers ?? []).map((server) => ({ name: server.world.name, server })),
    name,
    'backup server',
  ).server;
const gatewayOf = (scene: Scene, name: string | undefined) =>
  named(
    scene,
    (scene.site.mailGateways ?? []).map((gateway) => ({ name: gateway.world.name, gateway })),
    name,
    'mail gateway',
  ).gateway;
const hostOf = (scene: Scene, name: string | undefined) =>
  named(
    scene,
    (scene.site.dockerHosts?.() ?? []).map((host) => ({ name: host.hostname, host })),
    name,
    'Docker host',
  ).host;

const isUsual = ({ error, isUnmounted, maintenance, beside }: Store) =>
  !error && !isUnmounted && !maintenance && !beside;
const storeOf = (scene: Scene, server: string | undefined, name: string | undefined) =>
  named(scene, serverOf(scene, server).world.stores, name, 'datastore', isUsual);

const failures = {
  sync: 'sync failed: error trying to connect: tcp connect error: Connection refused (os error 111)',
  verify: 'verification failed - please check the log for details',
  prune: 'prune failed: unable to acquire the lock of the group',
  gc: 'unable to open chunk store: Input/output error (os error 5)',
} as const;

export const neighbourPlans: Plans<
  | 'clock-off'
  | 'datastore-fills'
  | 'datastore-state'
  | 'server-job-fails'
  | 'server-fault'
  | 'gateway-fault'
  | 'queue-grows'
  | 'quarantine-grows'
  | 'container-state'
  | 'docker-host-silent'
> = {
  'clock-off'(trouble, scene) {
    const { lab, backupServers = [], mailGateways = [] } = scene.site;
    const hosts = [
      ...lab.clusters.map(({ name }) => ({ name, set: (ms: number) => lab.setSkew(name, ms) })),
      ...[...backupServers, ...mailGateways].map(({ world, setSkew }) => ({ name: world.name, set: setSkew })),
    ];
    const host = named(scene, hosts, trouble.host, 'host');
    return [
      { at: scene.from, run: () => host.set(trouble.seconds * 1000) },
      ...after(scene.from, trouble.forS, () => host.set(0)),
    ];
  },

  'datastore-fills'(trouble, scene) {
    const store = storeOf(scene, trouble.server, trouble.datastore);
    store.courses = [...(store.courses ?? []), courseOf(trouble, scene.from, trouble.to / 100)];
    return [];
  },

  'datastore-state'(trouble, scene) {
    const store = storeOf(scene, trouble.server, trouble.datastore);
    const usual = { error: store.error, isUnmounted: store.isUnmounted, maintenance: store.maintenance };
    const states = {
      'read-only': { maintenance: 'read-only,message=disk swap' },
      offline: { maintenance: 'offline,message=new disks' },
      unmounted: { isUnmounted: true },
      broken: { error: `unable to open chunk store '${store.name}' at "/mnt/${store.name}/.chunks"` },
    };
    return [
      { at: scene.from, run: () => void Object.assign(store, states[trouble.state]) },
      ...after(scene.from, trouble.forS, () => void Object.assign(store, usual)),
    ];
  },

  'server-job-fails'(trouble, scene) {
    const { jobs } = serverOf(scene, trouble.server).world;
    const all = jobs[trouble.job].map((job) => ({ name: job.id, job }));
    const { job } = named(scene, all, trouble.id, `${trouble.job} job`, (each) => !each.job.disable);
    return [
      {
        at: scene.from,
        run: (at) => void Object.assign(job, { failing: failures[trouble.job], endtime: at }),
      },
      ...after(scene.from, trouble.forS, (at) => {
        delete job.failing;
        Object.assign(job, { state: 'OK', endtime: at });
      }),
    ];
  },

  'server-fault'(trouble, scene) {
    const server = serverOf(scene, trouble.server);
    return [
      { at: scene.from, run: () => server.fault(trouble.fault) },
      ...after(scene.from, trouble.forS, () => server.heal()),
    ];
  },

  'gateway-fault'(trouble, scene) {
    const gateway = gatewayOf(scene, trouble.gateway);
    const all = (act: (node: string) => Promise<void>) => async () => {
      await Promise.all(gateway.nodes.map(({ name }) => act(name)));
    };
    return [
      { at: scene.from, run: all((node) => gateway.fault(node, trouble.fault)) },
      ...after(scene.from, trouble.forS, all(gateway.heal)),
    ];
  },

  'queue-grows'(trouble, scene) {
    const { nodes } = gatewayOf(scene, trouble.gateway).world;
    const node = named(scene, nodes, trouble.node, 'node of the gateway');
    node.waiting = [...(node.waiting ?? []), courseOf(trouble, scene.from, trouble.to)];
    return [];
  },

  'quarantine-grows'(trouble, scene) {
    const { world } = gatewayOf(scene, trouble.gateway);
    const { mails, to } = trouble;
    const before = world.courses?.[mails] ?? [];
    world.courses = { ...world.courses, [mails]: [...before, courseOf(trouble, scene.from, to)] };
    return [];
  },

  'container-state'(trouble, scene) {
    const host = hostOf(scene, trouble.host);
    const container = named(
      scene,
      host.containers,
      trouble.container,
      `calm container on ${host.hostname}`,
      (each) => each.behaviour === 'calm',
    );
    const from = scene.from + host.clockOffS;
    const to = trouble.forS === undefined ? never : from + trouble.forS;
    container.spells.push({ behaviour: trouble.state, from, to });
    return [];
  },

  'docker-host-silent'(trouble, scene) {
    const host = hostOf(scene, trouble.host);
    const until = trouble.forS === undefined ? never : scene.from + trouble.forS;
    return [
      {
        at: scene.from,
        run() {
          host.silentUntil = until;
        },
      },
    ];
  },
};
