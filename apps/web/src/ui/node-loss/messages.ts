// The texts of the page about nodes that die.
import { formatBytes, formatCount, plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('nodeLoss', {
  title: 'If a node dies',
  loading: 'Loading the nodes...',
  none: 'No Proxmox VE nodes configured',
  noneHint: 'Add a Proxmox VE host or cluster via Settings → Nodes.',
  estimate:
    'An estimate: each guest needs its configured memory, and each node has what is free at present. HA itself does not look at memory, and from version 9.2 on it may move guests again by the load of the nodes.',
  single: (node: string) => `If ${node} dies, nothing can move: there is no other node.`,
  singles: 'Single hosts',
  toNode: 'Page of the node',
  wait: 'The estimate is made within a minute.',
  survives: (nodes: number) => `All guests fit elsewhere, whichever of the ${plural(nodes, 'node')} dies.`,
  notKnown: (count: number) => `Of ${plural(count, 'guest')} it is not known yet whether they fit elsewhere.`,
  breaks: (names: readonly string[]) =>
    `Not all guests fit elsewhere if ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`} dies.`,
  allFit: (count: number) =>
    count === 1 ? 'Its guest fits elsewhere.' : `All ${formatCount(count)} guests fit elsewhere.`,
  someFit: (fit: number, total: number) =>
    `${formatCount(fit)} of ${plural(total, 'guest')} ${fit === 1 ? 'fits' : 'fit'} elsewhere.`,
  ofWhichUnknown: (count: number) => `${formatCount(count)} not known yet.`,
  noGuests: 'No guest runs here.',
  starts: (byHa: number, byHand: number) => {
    if (byHa + byHand === 1) return byHa === 1 ? 'HA starts it.' : 'HA does not start it: somebody must.';
    if (byHa === 0) return byHand === 0 ? '' : 'HA starts none of them: somebody must.';
    return byHand === 0
      ? 'HA starts them.'
      : `HA starts ${formatCount(byHa)} of them, somebody must start ${formatCount(byHand)}.`;
  },
  quorumDevice: (votes: boolean) =>
    votes ? 'The quorum device votes and is counted.' : 'The quorum device does not vote and is not counted.',
  noQuorum: 'The nodes that stay have no majority, even with a quorum device: no guest starts there.',
  missing: (needs: string) => `The account may not read everything. It needs ${needs}.`,
  room: 'Memory of the nodes that stay',
  roomOf: (now: number, then: number) => `${formatCount(now)}% in use now, ${formatCount(then)}% then`,
  comes: (count: number) => `+ ${plural(count, 'guest')}`,
  stays: (count: number) => `${plural(count, 'guest')} without a place`,
  unknown: (count: number) => `${plural(count, 'guest')} of which nothing is known`,
  where: (count: number) =>
    count === 1 ? 'Where the guest that fits would go' : `Where the ${formatCount(count)} guests that fit would go`,
  heads: { guest: 'Guest', age: 'Age', name: 'Snapshot', size: 'Memory in it' },
  managed: 'HA',
  lostWhole: 'no backup: would be lost whole',
  mayHaveRun: 'Whether it ran is unknown',
  promised: (guests: number, memory: string, share: string, vcpus: number, cpuShare: string) =>
    `Configured for ${plural(guests, 'running guest')}: ${memory} of memory (${share}) and ${plural(vcpus, 'virtual CPU')} (${cpuShare}).`,
  ofMemory: (percent: number) => `${formatCount(percent)}% of the node`,
  perThread: (ratio: string) => `${ratio} for each of its threads`,
  unknownShare: 'the size of the node is not known',
  obstacles: {
    pci: (line: string) => `uses a PCI device of this node (${line})`,
    usb: (line: string) => `uses a USB device of this node (${line})`,
    device: (line: string) => `uses a device of this node (${line})`,
    'local-disk': (line: string, storage: string) => `its disk ${line} is only here, on ${storage}`,
    'local-path': (line: string) => `uses a folder or a disk of this node (${line})`,
    'unknown-storage': (line: string, storage: string) => `${storage} of its disk ${line} is not known`,
    affinity: (rule: string) => `the HA rule ${rule} ties it to a guest that stays`,
    'no-node': 'there is no other node that takes guests',
    'not-read': 'its configuration is not known yet',
  },
  on: {
    'local-disk': (line: string) => `no copy of ${line}`,
    'no-storage': (_line: string, storage: string) => `no ${storage}`,
    cpu: (type: string) => `no CPU for ${type}`,
    'ha-rule': (rule: string) => `not in the HA rule ${rule}`,
    affinity: (rule: string) => `against the HA rule ${rule}`,
    memory: (freeBytes: number) => `${formatBytes(freeBytes)} free`,
  },
  needs: (bytes: number) => `needs ${formatBytes(bytes)}`,
  needsMost: (bytes: number, freeBytes: number, node: string) =>
    `needs ${formatBytes(bytes)} of memory; the most that would be free is ${formatBytes(freeBytes)} on ${node}`,
  snapshots: 'Old or large snapshots',
  snapshotsHint: (days: number) => `Older than ${plural(days, 'day')}, or with the memory of the guest`,
  noSnapshots: 'There are none.',
  days: (count: number) => plural(count, 'day'),
  about: (bytes: number) => `about ${formatBytes(bytes)}`,
  section: (name: string) => `cluster ${name}`,
});
