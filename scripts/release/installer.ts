// The installers of a release, each one file: that of a machine is joined of the files in packaging/install, with the key that signs
// the release; that of a Proxmox host contains it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const parts = ['names', 'machine', 'release', 'service', 'main'];
const embedded = "<<'INSTALLER'\nINSTALLER\n";
const place = "\nrelease_key=''\n";

/** The script for a Proxmox host. `installer`: the text of the other one. */
export function proxmoxInstallerOf(folder: string, installer: string): string {
  const [before, after, ...more] = readFileSync(path.join(folder, 'packaging/proxmox-lxc.sh'), 'utf8').split(embedded);
  if (after === undefined || more.length > 0)
    throw new Error('packaging/proxmox-lxc.sh has no place for the installer');
  return `${before}${embedded.replace('\n', `\n${installer}`)}${after}`;
}

/** `folder`: the source. Without a key the script asks for the file of one. */
export function installerOf(folder: string, publicKey = ''): string {
  const texts = parts.map((name) => readFileSync(path.join(folder, 'packaging/install', `${name}.sh`), 'utf8'));
  const script = texts.join('\n');
  if (!script.includes(place)) throw new Error('packaging/install/names.sh has no place for the key of the releases');
  return script.replace(place, `\nrelease_key='${publicKey}'\n`);
}
