// The files in storages that are directories: backups of vzdump, and installer images.
import { historyOf } from './backup-history.ts';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import type { Volume } from './volume.ts';

const day = 86_400;
const isos = [
  { name: 'debian-13.1.0-amd64-netinst.iso', size: 821_821_440 },
  { name: 'virtio-win-0.1.271.iso', size: 723_816_448 },
  { name: 'OPNsense-25.7-dvd-amd64.iso', size: 2_275_801_088 },
];

export const isosOn = (cluster: Cluster, storage: string): Volume[] =>
  isos.map(({ name, size }, i) => ({
    volid: `${storage}:iso/${name}`,
    content: 'iso',
    format: 'iso',
    size,
    ctime: cluster.since - (40 + 13 * i) * day,
  }));

/** The backups in a file storage from the view of that node. */
export function backupFilesOn(cluster: Cluster, storage: string, node: Node): Volume[] {
  return historyOf(cluster)
    .files.filter((file) => file.storage === storage && (file.node === undefined || file.node === node.name))
    .map(({ kind, vmid, name, time, size }) => {
      const [date = '', clock = ''] = new Date(time * 1000).toISOString().slice(0, 19).split('T');
      const stamp = `${date.replaceAll('-', '_')}-${clock.replaceAll(':', '_')}`;
      const format = kind === 'qemu' ? 'vma.zst' : 'tar.zst';
      return {
        volid: `${storage}:backup/vzdump-${kind}-${vmid}-${stamp}.${format}`,
        content: 'backup',
        subtype: kind,
        format,
        size,
        ctime: time,
        vmid,
        notes: name,
      };
    });
}
