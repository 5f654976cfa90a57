// Whether a node of Proxmox VE runs the newest kernel that is installed. `GET /nodes/{node}/apt/versions` names the kernels as packages: `pve-kernel-*`
// up to version 7, `proxmox-kernel-*` since 8, and their meta packages, which name no release.
import { type Found, found } from './found.ts';

const PACKAGE = /^(?:pve|proxmox)-kernel-(\d+\.\d+\.\d+-\d+-pve)(?:-signed)?$/;
const RELEASE = /^(\d+)\.(\d+)\.(\d+)-(\d+)-pve$/;

const partsOf = (release: string): number[] => (RELEASE.exec(release)?.slice(1) ?? []).map(Number);

/** Negative: `a` is older. */
export function compareKernels(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, i) => part !== right[i]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** From `Linux 6.8.12-1-pve #1 SMP …`, or the release alone. */
export const releaseOf = (kernelVersion: string): string | undefined =>
  kernelVersion.split(' ').find((word) => /^\d+\.\d+/.test(word));

/** `packages`: the names of those that are installed. */
export function kernelFinding(kernelVersion: string, packages: readonly string[]): Found {
  const running = releaseOf(kernelVersion);
  if (running === undefined) return found('unknown', { id: 'finding.kernel.unread' });
  const installed = packages.flatMap((name) => PACKAGE.exec(name)?.[1] ?? []).sort(compareKernels);
  const newest = installed.at(-1);
  if (!RELEASE.test(running)) return found('unknown', { id: 'finding.kernel.other', values: { running } });
  if (newest === undefined) return found('unknown', { id: 'finding.kernel.none', values: { running } });
  if (compareKernels(running, newest) < 0)
    return found('note', { id: 'finding.kernel.newer', values: { running, installed: newest } });
  if (!installed.includes(running))
    return found('note', { id: 'finding.kernel.gone', values: { running, installed: newest } });
  return found('well', { id: 'finding.kernel.runs', values: { running } });
}
