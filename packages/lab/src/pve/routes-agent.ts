// The calls to the agent inside a guest, and the interfaces of containers.
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes, type Params } from '../router.ts';
import { osinfo } from '../world/catalogue.ts';
import { fileSystemsOf } from '../world/file-system.ts';
import { figures, type Guest, isRunning } from '../world/guest.ts';
import { guestFile, lacksFiles } from '../world/guest-file.ts';
import { ipv4Of, linkLocalOf, macOf } from '../world/network.ts';
import { type PveRoute, withAgent, withGuest } from './call.ts';

const result = (value: unknown) => ok({ result: value });
const failure = (desc: string) => ({ error: { class: 'GenericError', desc } });

function interfacesOf(guest: Guest, now: number) {
  const { netin, netout } = figures(guest, now);
  const windows = guest.system === 'windows';
  const address = (type: string, ip: string, prefix: number) => ({ 'ip-address-type': type, 'ip-address': ip, prefix });
  const statistics = (rx: number, tx: number) => ({
    'rx-bytes': rx,
    'rx-packets': Math.floor(rx / 900),
    'rx-errs': 0,
    'rx-dropped': 0,
    'tx-bytes': tx,
    'tx-packets': Math.floor(tx / 700),
    'tx-errs': 0,
    'tx-dropped': 0,
  });
  const loopback = {
    name: windows ? 'Loopback Pseudo-Interface 1' : 'lo',
    'ip-addresses': [address('ipv4', '127.0.0.1', 8), address('ipv6', '::1', 128)],
  };
  const wire = {
    name: windows ? 'Ethernet' : guest.system === 'freebsd' ? 'vtnet0' : 'eth0',
    'hardware-address': macOf(guest).toLowerCase(),
    'ip-addresses': [address('ipv4', ipv4Of(guest), 24), address('ipv6', linkLocalOf(guest), 64)],
    statistics: statistics(netin, netout),
  };
  const docker = {
    name: 'docker0',
    'hardware-address': '02:42:8d:11:f0:5e',
    'ip-addresses': [address('ipv4', '172.17.0.1', 16)],
    statistics: statistics(0, 0),
  };
  return guest.role.startsWith('k8s') || guest.role === 'ci-runner' ? [loopback, wire, docker] : [loopback, wire];
}

const commands = [
  'guest-ping',
  'guest-info',
  'guest-get-osinfo',
  'guest-get-fsinfo',
  'guest-network-get-interfaces',
  'guest-file-open',
  'guest-file-read',
  'guest-file-close',
  'guest-exec',
  'guest-shutdown',
];
const info = (guest: Guest) => ({
  version: guest.system === 'windows' ? '107.0.1' : '8.2.2',
  supported_commands: commands.map((name) => ({
    name,
    enabled: !(name.startsWith('guest-file') && lacksFiles(guest)),
    'success-response': name !== 'guest-shutdown',
  })),
});

/** The maximum size of an answer, in bytes. */
const READ_LIMIT = 16_777_216;

/** An error of the agent contains the text of the agent. */
function readFile(guest: Guest, params: Params, now: number): Reply {
  const { file = '', offset = '0', count = String(READ_LIMIT), decode = '1' } = params;
  if (lacksFiles(guest))
    return refuse(500, 'Agent error: Command guest-file-open has been disabled: the command is not allowed');
  const content = guestFile(guest, file, now);
  if (content === undefined) return refuse(500, `Agent error: failed to open file '${file}'${missing(guest)}`);
  const from = Number(offset);
  const part = content.slice(from, from + Number(count));
  return ok({
    content: isYes(decode) ? part : Buffer.from(part).toString('base64'),
    'bytes-read': part.length,
    ...(from + part.length < content.length && { truncated: 1 }),
  });
}

const missing = ({ system }: Guest) =>
  system === 'windows' ? ': The system cannot find the path specified.' : " (mode: 'r'): No such file or directory";

function lxcInterfaces(guest: Guest) {
  const loopback = { name: 'lo', hwaddr: '00:00:00:00:00:00', inet: '127.0.0.1/8', inet6: '::1/128' };
  const wire = {
    name: 'eth0',
    hwaddr: macOf(guest).toLowerCase(),
    inet: `${ipv4Of(guest)}/24`,
    inet6: `${linkLocalOf(guest)}/64`,
  };
  return [loopback, wire].map((at) => ({ ...at, 'hardware-address': at.hwaddr, 'ip-addresses': addresses(at) }));
}

const addresses = (at: { inet: string; inet6: string }) =>
  (
    [
      ['inet', at.inet],
      ['inet6', at.inet6],
    ] as const
  ).map(([type, text]) => {
    const [ip, prefix] = text.split('/');
    return { 'ip-address': ip, 'ip-address-type': type, prefix };
  });

/** One privilege until release 8, another one since. */
const needs = ['/vms/{vmid}', 'VM.Monitor', 'VM.GuestAgent.Audit'] as const;
const needsFiles = ['/vms/{vmid}', 'VM.Monitor', 'VM.GuestAgent.FileRead', 'VM.GuestAgent.Unrestricted'] as const;
const agent = '/nodes/{node}/qemu/{vmid}/agent';

export const agentRoutes: PveRoute[] = [
  { path: `${agent}/info`, needs, answer: (call) => withAgent(call, (guest) => result(info(guest))) },
  { path: `${agent}/get-osinfo`, needs, answer: (call) => withAgent(call, (guest) => result(osinfo[guest.system])) },
  {
    path: `${agent}/get-fsinfo`,
    needs,
    answer: (call) =>
      withAgent(call, (guest) => result(guest.agentError ? failure(guest.agentError) : fileSystemsOf(guest, call.now))),
  },
  {
    path: `${agent}/network-get-interfaces`,
    needs,
    answer: (call) => withAgent(call, (guest) => result(interfacesOf(guest, call.now))),
  },
  {
    path: `${agent}/file-read`,
    needs: needsFiles,
    params: {
      file: { rule: 'string', required: true },
      count: { rule: { min: 1, max: READ_LIMIT }, since: 9.2 },
      offset: { rule: { min: 0 }, since: 9.2 },
      decode: { rule: 'boolean', since: 9.2 },
    },
    answer: (call, params) => withAgent(call, (guest) => readFile(guest, params, call.now), 'guest-file-open'),
  },
  {
    // A stopped container has no interfaces, which is not an error.
    path: '/nodes/{node}/lxc/{vmid}/interfaces',
    needs: ['/vms/{vmid}', 'VM.Audit'],
    answer: (call) => withGuest(call, 'lxc', (guest) => ok(isRunning(guest) ? lxcInterfaces(guest) : null)),
  },
];
