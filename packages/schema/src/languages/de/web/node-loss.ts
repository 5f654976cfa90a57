import { formatBytes, formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { messages } from '../../../../../../apps/web/src/ui/node-loss/messages.ts';
import type { Translation } from '../../translation.ts';

export const nodeLoss: Translation<typeof messages> = {
  title: 'Wenn ein Knoten ausfällt',
  loading: 'Die Knoten werden geladen...',
  none: 'Keine Proxmox-VE-Knoten eingerichtet',
  noneHint: 'Fügen Sie unter Einstellungen → Proxmox VE einen Host oder Cluster hinzu.',
  estimate:
    'Eine Schätzung: Jeder Gast braucht seinen eingestellten Arbeitsspeicher, jeder Knoten hat, was jetzt frei ist. HA selbst achtet nicht auf den Arbeitsspeicher und kann Gäste ab Version 9.2 nach der Last der Knoten noch einmal verschieben.',
  single: (node) => `Wenn ${node} ausfällt, kann nichts umziehen: Es gibt keinen anderen Knoten.`,
  singles: 'Einzelne Hosts',
  toNode: 'Seite des Knotens',
  wait: 'Die Schätzung liegt innerhalb einer Minute vor.',
  survives: (nodes) => `Alle Gäste haben anderswo Platz, welcher der ${formatCount(nodes)} Knoten auch ausfällt.`,
  notKnown: (count) => `Von ${plural(count, 'Gast', 'Gästen')} ist noch nicht bekannt, ob sie anderswo Platz haben.`,
  breaks: (names) =>
    `Nicht alle Gäste haben anderswo Platz, wenn ${names.length === 1 ? names[0] : `einer von ${names.join(', ')}`} ausfällt.`,
  allFit: (count) =>
    count === 1 ? 'Sein Gast hat anderswo Platz.' : `Alle ${formatCount(count)} Gäste haben anderswo Platz.`,
  someFit: (fit, total) =>
    `${formatCount(fit)} von ${plural(total, 'Gast', 'Gästen')} ${fit === 1 ? 'hat' : 'haben'} anderswo Platz.`,
  ofWhichUnknown: (count) => `${formatCount(count)} noch nicht bekannt.`,
  noGuests: 'Hier läuft kein Gast.',
  starts: (byHa, byHand) => {
    if (byHa + byHand === 1) return byHa === 1 ? 'HA startet ihn.' : 'HA startet ihn nicht: Das muss jemand tun.';
    if (byHa === 0) return byHand === 0 ? '' : 'HA startet keinen davon: Das muss jemand tun.';
    return byHand === 0
      ? 'HA startet sie.'
      : `HA startet ${formatCount(byHa)} davon, ${formatCount(byHand)} muss jemand starten.`;
  },
  quorumDevice: (votes) =>
    votes
      ? 'Das Quorum-Gerät stimmt ab und ist mitgezählt.'
      : 'Das Quorum-Gerät stimmt nicht ab und ist nicht mitgezählt.',
  noQuorum: 'Die übrigen Knoten haben auch mit einem Quorum-Gerät keine Mehrheit: Dort startet kein Gast.',
  missing: (needs) => `Das Konto darf nicht alles lesen. Es braucht ${needs}.`,
  room: 'Arbeitsspeicher der übrigen Knoten',
  roomOf: (now, then) => `jetzt zu ${formatCount(now)} % belegt, dann zu ${formatCount(then)} %`,
  comes: (count) => `+ ${plural(count, 'Gast', 'Gäste')}`,
  stays: (count) => `${plural(count, 'Gast', 'Gäste')} ohne Platz`,
  unknown: (count) => `${plural(count, 'Gast', 'Gäste')}, über die nichts bekannt ist`,
  where: (count) =>
    count === 1 ? 'Wohin der Gast käme, der Platz hat' : `Wohin die ${formatCount(count)} Gäste kämen, die Platz haben`,
  heads: { guest: 'Gast', age: 'Alter', name: 'Snapshot', size: 'Arbeitsspeicher darin' },
  managed: 'HA',
  lostWhole: 'kein Backup: wäre ganz verloren',
  mayHaveRun: 'Ob es lief, ist unbekannt',
  promised: (guests, memory, share, vcpus, cpuShare) =>
    `Eingestellt für ${plural(guests, 'laufenden Gast', 'laufende Gäste')}: ${memory} Arbeitsspeicher (${share}) und ${plural(vcpus, 'virtuelle CPU', 'virtuelle CPUs')} (${cpuShare}).`,
  ofMemory: (percent) => `${formatCount(percent)} % des Knotens`,
  perThread: (ratio) => `${ratio} für jeden seiner Threads`,
  unknownShare: 'die Größe des Knotens ist nicht bekannt',
  obstacles: {
    pci: (line) => `benutzt ein PCI-Gerät dieses Knotens (${line})`,
    usb: (line) => `benutzt ein USB-Gerät dieses Knotens (${line})`,
    device: (line) => `benutzt ein Gerät dieses Knotens (${line})`,
    'local-disk': (line, storage) => `seine Platte ${line} ist nur hier, auf ${storage}`,
    'local-path': (line) => `benutzt einen Ordner oder eine Platte dieses Knotens (${line})`,
    'unknown-storage': (line, storage) => `${storage} seiner Platte ${line} ist nicht bekannt`,
    affinity: (rule) => `die HA-Regel ${rule} bindet ihn an einen Gast, der bleibt`,
    'no-node': 'kein anderer Knoten nimmt Gäste auf',
    'not-read': 'seine Konfiguration ist noch nicht bekannt',
  },
  on: {
    'local-disk': (line) => `keine Kopie von ${line}`,
    'no-storage': (_line, storage) => `kein ${storage}`,
    cpu: (type) => `keine CPU für ${type}`,
    'ha-rule': (rule) => `nicht in der HA-Regel ${rule}`,
    affinity: (rule) => `gegen die HA-Regel ${rule}`,
    memory: (freeBytes) => `${formatBytes(freeBytes)} frei`,
  },
  needs: (bytes) => `braucht ${formatBytes(bytes)}`,
  needsMost: (bytes, freeBytes, node) =>
    `braucht ${formatBytes(bytes)} Arbeitsspeicher; am meisten frei wären ${formatBytes(freeBytes)} auf ${node}`,
  snapshots: 'Alte oder große Snapshots',
  snapshotsHint: (days) => `Älter als ${plural(days, 'Tag', 'Tage')}, oder mit dem Arbeitsspeicher des Gastes`,
  noSnapshots: 'Es gibt keine.',
  days: (count) => plural(count, 'Tag', 'Tage'),
  about: (bytes) => `etwa ${formatBytes(bytes)}`,
  section: (name) => `Cluster ${name}`,
};
