// The configuration of a guest of Proxmox VE as settings: `GET /nodes/{node}/{type}/{vmid}/config`. It contains changes that are pending
// until the next start, so a change is seen when it is made, and the start itself changes nothing.
import type { Guest } from '@belfry/schema/entities/guest';
import { isSecretField, SET, type Settings, setOf, sorted, valueText, withoutSecrets } from './settings.ts';

/** Computed by the host, or the traces of snapshots, migrations and tasks, which have lists of their own. */
const COMPUTED = new Set([
  ...['digest', 'lock', 'parent', 'vmstate', 'snaptime', 'snapstate', 'pending', 'runningmachine', 'runningcpu'],
  ...['running-nets-host-mtu', 'meta', 'nets-host-mtu', 'vmid'],
]);

/** The lines that have parts, and the name of a first part that is written without one. */
const FIRST_PARTS: readonly [RegExp, { qemu: string; lxc: string }][] = [
  [/^(?:ide|sata|scsi|virtio|efidisk|tpmstate|unused)\d+$/, { qemu: 'file', lxc: 'volume' }],
  [/^(?:rootfs|mp\d+)$/, { qemu: 'volume', lxc: 'volume' }],
  [/^(?:net|ipconfig|numa|smbios|ivshmem|audio|rng)\d*$|^(?:features|spice_enhancements)$/, { qemu: '', lxc: '' }],
  [/^agent$/, { qemu: 'enabled', lxc: 'enabled' }],
  [/^cpu$/, { qemu: 'cputype', lxc: 'cputype' }],
  [/^memory$/, { qemu: 'current', lxc: 'current' }],
  [/^(?:vga|machine|amd-sev|intel-tdx)$/, { qemu: 'type', lxc: 'type' }],
  [/^startup$/, { qemu: 'order', lxc: 'order' }],
  [/^(?:hostpci|usb)\d+$/, { qemu: 'host', lxc: 'host' }],
  [/^watchdog$/, { qemu: 'model', lxc: 'model' }],
  [/^dev\d+$/, { qemu: 'path', lxc: 'path' }],
  [/^virtiofs\d+$/, { qemu: 'dirid', lxc: 'dirid' }],
  [/^boot$/, { qemu: 'legacy', lxc: 'legacy' }],
];

/** Lists without an order. */
const SETS = /^(?:tags|hotplug)$/;
/** Texts in which people or programs may have written secrets. */
const FREE = /^(?:description|args|entrypoint|hookscript)$/;
const MODELS = /^(?:e1000|e1000e|e1000-82\w+|i82551|i82557b|i82559er|ne2k_isa|ne2k_pci|pcnet|rtl8139|virtio|vmxnet3)$/;

/** `config` has a field per line. A line that cannot be read is left out. */
export function guestSettings(config: Readonly<Record<string, unknown>>, type: Guest['type']): Settings {
  const settings: Record<string, string> = {};
  const put = (field: string, value: string) => {
    if (value !== '') settings[field] = value;
  };
  for (const [name, value] of Object.entries(config)) {
    if (COMPUTED.has(name)) continue;
    if (name === 'lxc') for (const [field, text] of rawLines(value)) put(field, text);
    else if (name === 'env') for (const variable of variablesIn(value)) put(`env.${variable}`, SET);
    else {
      const text = valueText(value);
      if (text === undefined || text === '') continue;
      for (const [field, part] of partsOf(name, text, type)) put(field, part);
    }
  }
  return sorted(settings);
}

function partsOf(name: string, text: string, type: Guest['type']): [string, string][] {
  if (isSecretField(name)) return [[name, SET]];
  if (FREE.test(name)) return [[name, withoutSecrets(text)]];
  if (SETS.test(name)) return [[name, setOf(text)]];
  const first = FIRST_PARTS.find(([pattern]) => pattern.test(name))?.[1][type];
  if (first === undefined) return [[name, withoutSecrets(text)]];
  return text.split(',').flatMap((part, i): [string, string][] => {
    const at = part.indexOf('=');
    const key = at < 0 ? (i === 0 ? first : part.trim()) : part.slice(0, at).trim();
    const value = (at < 0 ? part : part.slice(at + 1)).trim();
    // `virtio=MAC` is short for `model=virtio,macaddr=MAC`.
    if (i === 0 && name.startsWith('net') && MODELS.test(at < 0 ? value : key))
      return [[`${name}.model`, at < 0 ? value : key], ...partOf(name, 'macaddr', at < 0 ? '' : value)];
    // The amount of memory has been such a line since 8.1, with no other part.
    return name === 'memory' && key === first ? [[name, value]] : partOf(name, key, value);
  });
}

function partOf(name: string, key: string, value: string): [string, string][] {
  if (key === '') return [];
  const text = /^(?:macaddr|hwaddr)$/.test(key) ? value.toUpperCase() : withoutSecrets(value);
  return [[`${name}.${key}`, isSecretField(key) ? SET : text]];
}

/** Lines that Proxmox VE does not interpret, as pairs of name and value. Of an environment only the names. */
function rawLines(value: unknown): [string, string][] {
  const byName = new Map<string, string[]>();
  for (const line of Array.isArray(value) ? value : []) {
    const [name, text] = Array.isArray(line) ? line.map(valueText) : [];
    if (name === undefined || text === undefined) continue;
    const variable = /^lxc\.environment\b/.test(name) ? /^[^=]*/.exec(text)?.[0].trim() : undefined;
    if (variable !== undefined) byName.set(`${name}.${variable}`, [SET]);
    else byName.set(name, [...(byName.get(name) ?? []), isSecretField(name) ? SET : withoutSecrets(text)]);
  }
  return [...byName].map(([name, texts]) => [name, texts.sort().join('\n')]);
}

/** `A=1` and `B=2` with a zero character between them. */
const variablesIn = (value: unknown): string[] =>
  (valueText(value) ?? '').split(/[\0\n]/).flatMap((line) => /^\s*(\w+)=/.exec(line)?.[1] ?? []);
