// One backup, wherever it was made: the shape the whole screen works on.

export type BackupType = 'snapshot' | 'local' | 'remote';
export type GuestType = 'VM' | 'LXC' | 'Host';

/** Undefined: what that kind of backup does not have. Sizes in bytes, `time` in epoch seconds. */
export interface Backup {
  id: string;
  backupType: BackupType;
  /** A number as text, or the name of a host. */
  vmid: string;
  type: GuestType;
  /** '' when nobody knows the guest. */
  name: string;
  /** Of a remote backup its server. */
  node: string;
  instance: string;
  time: number;
  /** The local day it was made on, YYYY-MM-DD. */
  day: string;
  backupName: string;
  description: string;
  status: string;
  size: number | undefined;
  storage: string | undefined;
  datastore: string | undefined;
  /** '' is the root. */
  namespace: string | undefined;
  /** Only backups on a backup server are ever verified. */
  verified: boolean | undefined;
  protected: boolean;
  encrypted: boolean;
  /** user@realm */
  owner: string | undefined;
  /** Everything a bare word is looked for in, in lower case. */
  words: string;
}

/** The status of what is no backup yet: it runs, or it broke off. */
export const UNFINISHED = 'unfinished';

export const TYPE_LABELS: Record<BackupType, string> = { snapshot: 'Snapshot', local: 'PVE', remote: 'PBS' };

/** The local day of a time, as it sorts. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const cut = (text: string, longest: number, kept: number): string =>
  text.length > longest ? `${text.slice(0, kept)}…` : text;

/** As the list shows them; the search knows the whole texts. */
export const shortName = ({ backupName, backupType }: Backup): string =>
  backupType === 'local' ? cut(backupName, 30, 30) : backupName;
export const shortNote = ({ description }: Backup): string => cut(description, 35, 32);
