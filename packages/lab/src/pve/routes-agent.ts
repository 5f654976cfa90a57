// The calls to the agent inside a guest, and the interfaces of containers.
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes, type Params } from '../router.ts';
import { osinfo } from '../world/catalogue.ts';
import { fileSystemsOf } from '../world/file-system.ts';
import { figures, type Guest, isRunning } from '../world/guest.ts';
import { guestFile, lacksFiles } from '../world/guest-file.ts';
import { ipv4Of, linkLocalOf, macOf } from '../world/network.ts';
import { type PveRoute, withAgent, withGuest } from './call.ts';

/** The host wraps the answer of a command, also an error of the agent, in `result`. Only file-read is different. */
const agentResult = (value: unknown) => ok({ result: value });
const agentFailure = (desc: string) => ({ error: { class: 'GenericError', desc } });

/** The interfaces as the agent lists them. Counters are in bytes and packets since the guest started. */
function agentInterfaces(guest: Guest, now: number) {
  const { netin, netout } = figures(guest, now);
  const isWindows = guest.system === 'windows';
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
    name: isWindows ? 'Loopback Pseudo-Interface 1' : 'lo',
    'ip-addresses': [address('ipv4', '127.0.0.1', 8), address('ipv6', '::1', 128)],
  };
  const ethernet = {
    name: isWindows ? 'Ethernet' : guest.system === 'freebsd' ? 'vtnet0' : 'eth0',
    'hardware-address': macOf(guest).toLowerCase(),
    'ip-addresses': [address('ipv4', ipv4Of(guest), 24), address('ipv6', linkLocalOf(guest), 64)],
    statistics: statistics(netin, netout),
  };
  const dockerBridge = {
    name: 'docker0',
    'hardware-address': '02:42:8d:11:f0:5e',
    'ip-addresses': [address('ipv4', '172.17.0.1', 16)],
    statistics: statistics(0, 0),
  };
  const hasDocker = guest.role.startsWith('k8s') || guest.role === 'ci-runner';
  return hasDocker ? [loopback, ethernet, dockerBridge] : [loopback, ethernet];
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
const agentInfo = (guest: Guest) => ({
  version: guest.system === 'windows' ? '107.0.1' : '8.2.2',
  supported_commands: commands.map((name) => ({
    name,
    enabled: !(name.startsWith('guest-file') && lacksFiles(guest)),
    'success-response': name !== 'guest-shutdown',
  })),
});

/** The maximum number of bytes that one call returns: 16 MiB. */
const READ_LIMIT = 16_777_216;

/** A part of a file. `offset` and `count` are bytes. A refusal contains the error text of the agent. */
function readFile(guest: Guest, params: Params, now: number): Reply {
  const { file = '', offset = '0', count = String(READ_LIMIT), decode = '1' } = params;
  if (lacksFiles(guest))
    return refuse(500, 'Agent error: Command guest-file-open has been disabled: the command is not allowed');
  const content = guestFile(guest, file, now);
  if (content === undefined) return refuse(500, `Agent error: failed to open file '${file}'${missingFileText(guest)}`);
  const from = Number(offset);
  const part = content.slice(from, from + Number(count));
  return ok({
    content: isYes(decode) ? part : Buffer.from(part).toString('base64'),
    'bytes-read': part.length,
    ...(from + part.length < content.length && { truncated: 1 }),
  });
}

const missingFileText = ({ system }: Guest) =>
  system === 'windows' ? ': The system cannot find the path specified.' : " (mode: 'r'): No such file or directory";

/** The interfaces of a container. Each address is in `inet` or `inet6`, and again in `ip-addresses`. */
function containerInterfaces(guest: Guest) {
  const loopback = { name: 'lo', hwaddr: '00:00:00:00:00:00', inet: '127.0.0.1/8', inet6: '::1/128' };
  const ethernet = {
    name: 'eth0',
    hwaddr: macOf(guest).toLowerCase(),
    inet: `${ipv4Of(guest)}/24`,
    inet6: `${linkLocalOf(guest)}/64`,
  };
  return [loopback, ethernet].map((each) => ({
    ...each,
    'hardware-address': each.hwaddr,
    'ip-addresses': [ipAddress('inet', each.inet), ipAddress('inet6', each.inet6)],
  }));
}

/** `cidr`: an address, a slash and the length of its prefix. */
function ipAddress(type: 'inet' | 'inet6', cidr: string) {
  const [ip, prefix] = cidr.split('/');
  return { 'ip-address': ip, 'ip-address-type': type, prefix };
}

/** Release 8 and older have VM.Monitor. Release 9 has the other privileges in its place. */
const needs = ['/vms/{vmid}', 'VM.Monitor', 'VM.GuestAgent.Audit'] as const;
const needsFiles = ['/vms/{vmid}', 'VM.Monitor', 'VM.GuestAgent.FileRead', 'VM.GuestAgent.Unrestricted'] as const;
const agentPath = '/nodes/{node}/qemu/{vmid}/agent';

export const agentRoutes: PveRoute[] = [
  { path: `${agentPath}/info`, needs, answer: (call) => withAgent(call, (guest) => agentResult(agentInfo(guest))) },
  {
    path: `${agentPath}/get-osinfo`,
    needs,
    answer: (call) => withAgent(call, (guest) => agentResult(osinfo[guest.system])),
  },
  {
    path: `${agentPath}/get-fsinfo`,
    needs,
    answer: (call) =>
      withAgent(call, (guest) =>
        agentResult(guest.agentError ? agentFailure(guest.agentError) : fileSystemsOf(guest, call.now)),
      ),
  },
  {
    path: `${agentPath}/network-get-interfaces`,
    needs,
    answer: (call) => withAgent(call, (guest) => agentResult(agentInterfaces(guest, call.now))),
  },
  {
    path: `${agentPath}/file-read`,
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
    // The host answers null for a stopped container. It is not an error.
    path: '/nodes/{node}/lxc/{vmid}/interfaces',
    needs: ['/vms/{vmid}', 'VM.Audit'],
    answer: (call) => withGuest(call, 'lxc', (guest) => ok(isRunning(guest) ? containerInterfaces(guest) : null)),
  },
];
