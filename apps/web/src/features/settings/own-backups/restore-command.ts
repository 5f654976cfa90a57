// The command that restores a backup. The data directory is that of the installer or of the image.

const plain = /^[\w./:@%+=,-]+$/;
const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

interface Restored {
  /** Undefined where only a store that speaks S3 has the backups. */
  folder: string | undefined;
  /** The newest backup. */
  file: string | undefined;
  isDocker: boolean;
}

export function restoreCommand({ folder, file = 'FILE', isDocker }: Restored): string {
  const from = folder === undefined ? `s3:${file}` : `${folder.replace(/\/+$/, '')}/${file}`;
  return `belfry backup restore ${quoted(from)} --data ${isDocker ? '/data' : '/var/lib/belfry'}`;
}
