// The files that the agent inside a guest can read.
import { osinfo } from './catalogue.ts';
import { figures, type Guest } from './guest.ts';

const LONG = 20 * 1024 * 1024;

/** On Red Hat and its derivatives the agent may not read files. */
export const lacksFiles = ({ system }: Guest): boolean => system === 'alma';

/** The text of a file. Undefined when there is no file of that name. `now` epoch seconds. */
export function guestFile(guest: Guest, path: string, now: number): string | undefined {
  if (guest.system === 'windows')
    return /^c:[\\/]windows[\\/]system32[\\/]drivers[\\/]etc[\\/]hosts$/i.test(path)
      ? '127.0.0.1 localhost\r\n'
      : undefined;
  const write = files[path];
  const isLinux = guest.system !== 'freebsd';
  return write && (isLinux || !path.startsWith('/proc')) ? write(guest, now) : undefined;
}

const files: Record<string, (guest: Guest, now: number) => string> = {
  '/etc/hostname': ({ name }) => `${name}\n`,
  '/etc/machine-id': ({ seed }) => `${seed.toString(16).padStart(8, '0').repeat(4)}\n`,
  '/etc/os-release': ({ system }) => {
    const {
      id = system,
      name = 'FreeBSD',
      'pretty-name': pretty = name,
      'version-id': version = '14.3',
    } = osinfo[system];
    return `PRETTY_NAME="${pretty}"\nNAME="${name}"\nVERSION_ID="${version}"\nID=${id}\n`;
  },
  '/proc/uptime': (guest, now) => `${figures(guest, now).uptime}.00 0.00\n`,
  '/proc/meminfo': memoryText,
  '/proc/net/tcp': ({ ports = [22] }) => socketText(ports),
  // Larger than the limit of one answer.
  '/var/log/syslog': ({ name }) => `${name} systemd[1]: Started Daily apt download activities.\n`.repeat(LONG / 64),
};

/** The sockets in the format of the kernel: those that listen, and one connection. */
function socketText(ports: readonly number[]): string {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
  const row = (n: number, own: string, other: string, state: string) =>
    `${String(n).padStart(4)}: ${own} ${other} ${state} 00000000:00000000 00:00000000 00000000     0        0 ${20_000 + n} 1 0000000000000000 100 0 0 10 0`;
  return [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    ...ports.map((port, n) => row(n, `00000000:${hex(port)}`, '00000000:0000', '0A')),
    row(ports.length, `0100007F:${hex(50_123)}`, `0100007F:${hex(5432)}`, '01'),
    '',
  ].join('\n');
}

/** The memory in the format of the kernel, in KiB. Reclaimable memory counts as available. */
function memoryText(guest: Guest, now: number): string {
  const total = Math.floor(guest.maxmem * 0.965);
  const used = Math.min(total, figures(guest, now).mem);
  const free = total - used;
  const cached = Math.floor(used * 0.3);
  const line = (name: string, bytes: number) =>
    `${`${name}:`.padEnd(16)}${String(Math.floor(bytes / 1024)).padStart(8)} kB`;
  const rows = [
    line('MemTotal', total),
    line('MemFree', free),
    line('MemAvailable', free + cached),
    line('Buffers', 0),
    line('Cached', cached),
  ];
  return `${rows.join('\n')}\n`;
}
