// The last update that succeeded, for the way back to the release before it. Only root can write it.
import { readFileSync, rmSync } from 'node:fs';
import { ReleaseVersion, UpdateRequest } from '@belfry/release/exchange';
import * as z from 'zod';
import { replaceFile } from './own-file.ts';

/** `previous`: the version that ran before it. `backup`: the copy of the data of that version. */
const LastUpdate = z.object({ request: UpdateRequest, previous: ReleaseVersion, backup: z.string() });
type LastUpdate = z.infer<typeof LastUpdate>;

/** Undefined: no update succeeded, or an administrator went back from it. */
export function readLast(file: string): LastUpdate | undefined {
  try {
    return LastUpdate.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} is not a record of an update`);
  }
}

export const writeLast = (file: string, last: LastUpdate): void => replaceFile(file, JSON.stringify(last));

export const removeLast = (file: string): void => rmSync(file, { force: true });
