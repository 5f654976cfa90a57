// The lockfile: what would be downloaded, and from where.

export interface Entry {
  /** `name@version`. */
  id: string;
  /** As it is written, on one line. */
  resolution: string;
}

/** The packages of a lockfile of pnpm. Each has one line with its resolution. */
export function entriesOf(lockfile: string): Entry[] {
  const [, packages = ''] = /^packages:\n([\s\S]*?)^snapshots:$/m.exec(lockfile) ?? [];
  return packages.split(/\n(?= {2}\S)/).flatMap((part) => {
    const [, quoted, plain] = /^\n* {2}(?:'([^']+)'|([^\s:']\S*)):/.exec(part) ?? [];
    const id = quoted ?? plain;
    if (id === undefined) return [];
    return [{ id, resolution: /^ {4}resolution: (.*)$/m.exec(part)?.[1] ?? '' }];
  });
}

/** What is wrong with an entry: it must be a version of the default registry, with a hash of its content. */
export function flawOf({ id, resolution }: Entry): string | undefined {
  if (!/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/.test(id)) return `${id}: not a version of a registry`;
  if (!/integrity: sha512-[A-Za-z0-9+/]{86}==/.test(resolution)) return `${id}: no hash of its content`;
  if (/tarball|directory|repo|commit|registry|:\/\//.test(resolution)) return `${id}: not from the default registry`;
  return undefined;
}
