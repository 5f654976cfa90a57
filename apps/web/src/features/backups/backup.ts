// One backup of any kind: the type that the whole screen uses.

export type BackupType = 'snapshot' | 'local' | 'remote';
export type GuestType = 'VM' | 'LXC' | 'Host';

/** Undefined: this kind of backup has no such field. Sizes in bytes, `time` in epoch seconds. */
export interface Backup {
  id: string;
  backupType: BackupType;
  /** A number as text, or the name of a host. */
  vmid: string;
  type: GuestType;
  /** '' when the guest is unknown. */
  name: string;
  /** The id of its guest, undefined when the guest is unknown, or of several the owner is not known. */
  guest: string | undefined;
  /** For a backup on a backup server, the name of the server. On a shared storage `SHARED`. */
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
  /** Only backups on a backup server can be verified. */
  verified: boolean | undefined;
  protected: boolean;
  encrypted: boolean;
  /** user@realm */
  owner: string | undefined;
  /** All texts a search without a field name looks at, in lower case. */
  words: string;
}

/** The status of an unfinished backup: it is running, or it was interrupted. */
export const UNFINISHED = 'unfinished';

/** Whether it counts as a backup, in every number of the screen. */
export const isFinished = ({ status }: Pick<Backup, 'status'>): boolean => status !== UNFINISHED;

export const TYPE_LABELS: Record<BackupType, string> = { snapshot: 'Snapshot', local: 'PVE', remote: 'PBS' };

/** The local day of a time, in a form that can be sorted. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const cut = (text: string, longest: number, kept: number): string =>
  text.length > longest ? `${text.slice(0, kept)}…` : text;

/** The shortened texts of the list; the search uses the whole texts. */
export const shortName = ({ backupName, backupType }: Backup): string =>
  backupType === 'local' ? cut(backupName, 30, 30) : backupName;
export const shortNote = ({ description }: Backup): string => cut(description, 35, 32);
