// Where the updater works. Nothing here but the data folder can be written by the server.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { releasesOf } from '@belfry/release/installation';
import { refuseForeign } from './own-file.ts';

export interface Places {
  /** Such as `/opt/belfry`. */
  root: string;
  dataDir: string;
  keyFile: string;
  /** Files of the updater: the journal, the lock, copies of the data. */
  own: string;
  /** Emptied before each update. */
  work: string;
  journal: string;
  /** What the last update was. */
  last: string;
  lock: string;
}

export function placesOf({ root, dataDir, keyFile }: Pick<Places, 'root' | 'dataDir' | 'keyFile'>): Places {
  const own = path.join(root, 'updates');
  const at = (name: string) => path.join(own, name);
  const files = { journal: at('journal.json'), last: at('last-update.json'), lock: at('lock') };
  return { root, dataDir, keyFile, own, work: at('work'), ...files };
}

/** Makes the folder of the updater, and throws where another user could interfere. */
export function preparePlaces({ root, own }: Places): void {
  refuseForeign(root);
  refuseForeign(releasesOf(root));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  refuseForeign(own);
}
