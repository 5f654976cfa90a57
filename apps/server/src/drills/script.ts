// The commands of a restore test, for the shell of the node. Belfry runs none of them.
import type { Drill } from '@belfry/schema/drill/drill';

/** For the shell: everything between single quotes is text. */
const quoted = (text: string): string => `'${text.replaceAll(/\p{Cc}/gu, '').replaceAll("'", `'\\''`)}'`;
const comment = (text: string): string => `# ${text.replaceAll(/\p{Cc}/gu, ' ')}`;

const tools = {
  qemu: { command: 'qm', title: 'VM' },
  lxc: { command: 'pct', title: 'LXC' },
} as const;

export interface DrillScript {
  restore: string;
  remove: string;
}

export function scriptOf({ type, name, vmid, backup, target, until }: Drill): DrillScript {
  const { command, title } = tools[type];
  const [copy, volid, storage] = [target.vmid, quoted(backup.volid), quoted(target.storage)];
  const head = [
    comment(`Restore test of ${title} ${vmid} (${name}). Run it as root on ${target.node}.`),
    comment(`Belfry watches ${title} ${copy} until ${until}. It restores nothing itself.`),
  ];
  const free = [
    `if [ -n "$(ls /etc/pve/nodes/*/*/${copy}.conf 2>/dev/null)" ]; then`,
    `  echo "The number ${copy} is taken. Nothing was done." >&2; exit 1`,
    'fi',
  ];
  const restore =
    type === 'qemu'
      ? `qmrestore ${volid} ${copy} --storage ${storage} --unique 1`
      : `pct restore ${copy} ${volid} --storage ${storage} --unique 1`;
  return {
    restore: `${[
      '(',
      ...head,
      'set -e',
      ...free,
      restore,
      comment('It does not start with its node, and it has no network.'),
      `${command} set ${copy} --onboot 0`,
      ...(type === 'qemu' ? unplugged(copy) : withoutNetwork(copy)),
      `${command} start ${copy}`,
      ')',
    ].join('\n')}\n`,
    remove: `${[
      comment(`Takes the copy away. The number ${copy} was reserved for it.`),
      `${command} stop ${copy}`,
      `${command} destroy ${copy} --purge 1`,
    ].join('\n')}\n`,
  };
}

/** The cards stay, because some systems wait for them, and their cables are pulled. Devices of the node belong to the guest that runs. */
const unplugged = (copy: number): string[] => [
  `for net in $(qm config ${copy} | sed -n 's/^\\(net[0-9]*\\):.*/\\1/p'); do`,
  `  qm set ${copy} "--$net" "$(qm config ${copy} | sed -n "s/^$net: //p" | sed 's/,link_down=[01]//'),link_down=1"`,
  'done',
  `for device in $(qm config ${copy} | sed -n 's/^\\(\\(hostpci\\|usb\\)[0-9]*\\):.*/\\1/p'); do`,
  `  qm set ${copy} --delete "$device"`,
  'done',
];

const withoutNetwork = (copy: number): string[] => [
  `for net in $(pct config ${copy} | sed -n 's/^\\(net[0-9]*\\):.*/\\1/p'); do`,
  `  pct set ${copy} --delete "$net"`,
  'done',
];
