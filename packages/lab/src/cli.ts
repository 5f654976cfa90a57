// The lab from a shell: `npm run lab -- --help`.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startControl } from './control.ts';
import { type LabInstance, nodeConfig, startLab } from './datacentre.ts';
import { createHosts, type Fleet, startFleet } from './docker/fleet.ts';
import { faultSyntax } from './fault.ts';
import { startNeighbours } from './neighbours.ts';
import { startReplay } from './replay.ts';
import { createTroubles } from './trouble/player.ts';
import { isScriptName, scriptNamed, scriptNames } from './trouble/scripts.ts';

const help = `A simulated datacentre that speaks the Proxmox VE API over HTTPS.

npm run lab -- [options]
  --nodes N         hypervisors in all (default 3 a cluster)
  --guests N        guests in all (default 10 a node)
  --clusters N      clusters; a cluster of one node is a single host (default 1)
  --backup-servers N  backup servers beside them (default 0)
  --mail-gateways N   mail gateways beside them, the second one a cluster (default 0)
  --docker-hosts N  Docker hosts that report to a server (default 0); it may still be starting
  --docker-containers N  on each, more or less (default 12)
  --docker-interval N  seconds between their reports (default 30)
  --report-to URL --token T   that server, and a token it takes reports with; a parent (--child) may say both later,
                    as a line {"reportTo": URL, "token": T} on standard input
  --seed N          another seed, another datacentre (default 1)
  --port N          every node listens on it, each on its own loopback address (default: free ports)
  --version V       9.2, 8.4 or 7.4 for all clusters (default: they alternate)
  --everything      also what is rare and what is wrong: every kind of storage and disk, Ceph, failing agents, and
                    by chance what real hosts do: hung statistics, dead managers, stale locks, late jobs
  --troubles SCRIPT a script of troubles that starts with the lab: ${scriptNames.join(', ')}, or a JSON file
  --control-port N  port of the remote control (default: a free one)
  --plain           nothing hostile: no names, notes, clocks that hurt careless software
  --calm            nothing is wrong, unless --troubles or the remote control says so
  --replay DIR      serve recorded answers listed in DIR/index.json instead
  --json            first line of output: one JSON object
  --child           stop when standard input closes
  --help

Remote control (plain HTTP): GET /nodes, GET /requests,
  POST /nodes/NAME/fault {"fault": F} with F ${faultSyntax},
  DELETE /nodes/NAME/fault heals,
  POST /troubles [{"trouble": "guest-off", "forS": 60}, …] plays a script from now on, GET /troubles lists all.
`;

const flags = {
  nodes: { type: 'string' },
  guests: { type: 'string' },
  clusters: { type: 'string' },
  'backup-servers': { type: 'string' },
  'mail-gateways': { type: 'string' },
  'docker-hosts': { type: 'string' },
  'docker-containers': { type: 'string' },
  'docker-interval': { type: 'string' },
  'report-to': { type: 'string' },
  token: { type: 'string' },
  seed: { type: 'string' },
  port: { type: 'string' },
  version: { type: 'string' },
  'control-port': { type: 'string' },
  troubles: { type: 'string' },
  replay: { type: 'string' },
  everything: { type: 'boolean' },
  plain: { type: 'boolean' },
  calm: { type: 'boolean' },
  json: { type: 'boolean' },
  child: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** `hear` receives each line of standard input. */
type RunningLab = { stop(): Promise<void>; hear?(line: string): void };
const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<RunningLab | undefined> {
  const { values } = parseArgs({ options: flags });
  if (values.help) {
    print(help);
    return undefined;
  }
  const number = (
    name: Exclude<keyof typeof values, 'everything' | 'plain' | 'calm' | 'json' | 'child' | 'help'>,
    min: number,
    max: number,
  ) => {
    const text = values[name];
    if (text === undefined) return {};
    const value = Number(text);
    if (text === '' || !Number.isInteger(value) || value < min || value > max)
      throw new Error(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`);
    return { [name]: value };
  };
  const port = number('port', 0, 65_535);
  if (values.replay !== undefined) return replay(values.replay, port.port ?? 0, values.json ?? false);
  const version = ([9.2, 8.4, 7.4] as const).find((v) => String(v) === values.version);
  if (values.version !== undefined && version === undefined)
    throw new Error(`--version must be 9.2, 8.4 or 7.4, not '${values.version}'`);
  const options = {
    ...number('nodes', 1, 2500),
    ...number('guests', 0, 100_000),
    ...number('clusters', 1, 200),
    ...number('seed', 0, 0xffff_ffff),
    ...port,
    ...(version && { version }),
    everything: values.everything ?? false,
    awkward: values.everything ?? false,
    plain: values.plain ?? false,
    calm: values.calm ?? false,
  };
  const backupServers = number('backup-servers', 0, 20)['backup-servers'] ?? 0;
  const mailGateways = number('mail-gateways', 0, 20)['mail-gateways'] ?? 0;
  const dockerHosts = number('docker-hosts', 0, 5000)['docker-hosts'] ?? 0;
  const containers = number('docker-containers', 0, 512)['docker-containers'];
  const intervalSeconds = number('docker-interval', 1, 3600)['docker-interval'];
  const { 'report-to': url, token = '' } = values;
  if (dockerHosts > 0 && !(url === undefined ? values.child : URL.canParse(url)))
    throw new Error(`--docker-hosts needs the address of a server in --report-to, not '${url ?? ''}'`);
  const lab = await startLab(options);
  const beside = await startNeighbours(lab, {
    backupServers,
    mailGateways,
    calm: options.calm,
    awkward: options.awkward,
    ...number('seed', 0, 0xffff_ffff),
  });
  const seed = number('seed', 0, 0xffff_ffff);
  const size = containers !== undefined && { containers };
  const machines = createHosts({ hosts: dockerHosts, plain: options.plain, calm: options.calm, ...seed, ...size });
  const troubles = createTroubles({ lab, ...beside, dockerHosts: () => machines }, { ...seed, everyMs: 1000 });
  // Scripts of our own are for any size of datacentre. In the script of a user, a wrong target is an error.
  if (isScriptName(values.troubles)) troubles.playPossible(scriptNamed(values.troubles));
  else if (values.troubles !== undefined) troubles.play(scriptNamed(values.troubles));
  let fleet: Fleet | undefined;
  const report = (url: string, token: string) => {
    fleet ??= startFleet({ url, token, machines, ...(intervalSeconds && { intervalSeconds }) });
  };
  if (dockerHosts > 0 && url !== undefined) report(url, token);
  const control = await startControl(lab, troubles, number('control-port', 0, 65_535)['control-port'] ?? 0);
  const neighbours = [...beside.backupServers, ...beside.mailGateways].map((each) => each.config());
  const instances = [...lab.instances.map(nodeConfig), ...neighbours];
  if (values.json)
    print(
      JSON.stringify({
        instances,
        members: Object.fromEntries(lab.instances.map((i) => [i.name, i.members])),
        control: control.url,
      }),
    );
  else {
    lab.instances.forEach(describe);
    for (const { type, name, host, user, fingerprint } of neighbours)
      print(`${name}  (${type})\n  user ${user}\n  ${name.padEnd(20)} ${host.padEnd(30)} ${fingerprint}\n`);
    print(`Remote control: ${control.url}\n\nBELFRY_NODES='${JSON.stringify(instances)}'\n\nCtrl-C stops the lab.`);
  }
  return {
    hear(line) {
      const said = JSON.parse(line) as { reportTo?: unknown; token?: unknown };
      const { reportTo, token = '' } = said;
      if (typeof reportTo === 'string' && typeof token === 'string' && dockerHosts > 0) report(reportTo, token);
    },
    async stop() {
      troubles.stop();
      await Promise.all([lab.stop(), control.stop(), beside.stop(), fleet?.stop()]);
    },
  };
}

function describe(instance: LabInstance): void {
  print(`${instance.name}  (Proxmox VE ${instance.release})`);
  print(`  user ${instance.user}  password ${instance.password}`);
  print(`  token ${instance.tokenName}=${instance.tokenValue}`);
  for (const { node, host, fingerprint } of instance.members)
    print(`  ${node.padEnd(20)} ${host.padEnd(30)} ${fingerprint}`);
  print('');
}

async function replay(dir: string, port: number, json: boolean): Promise<RunningLab> {
  const running = await startReplay(dir, port);
  if (json) print(JSON.stringify({ servers: running.servers }));
  else for (const { type, host, fingerprint } of running.servers) print(`${type}  ${host}  ${fingerprint}`);
  return running;
}

try {
  const running = await main();
  if (running) {
    const end = () => void running.stop().then(() => process.exit(0));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    if (process.argv.includes('--child'))
      createInterface({ input: process.stdin.once('error', end) })
        .on('line', (line) => running.hear?.(line))
        .once('close', end);
  }
} catch (error) {
  process.stderr.write(`lab: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exit(1);
}
