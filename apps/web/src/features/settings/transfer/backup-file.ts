// The file of a backup: what an export writes and an import reads.
import { foreignJson } from '@belfry/domain/foreign-json';
import { messages } from './messages.ts';

/** As many bytes as the server accepts. */
const MAX_BYTES = 16 << 20;

/** The name of a file that is exported at `now`, epoch ms. */
export const backupFileName = (now: number): string => `belfry-config-${new Date(now).toISOString().slice(0, 10)}.json`;

/** The encrypted configuration in the file. @throws Error with a text for the user when there is none. */
export async function readBackupFile(file: Pick<File, 'size' | 'text'>): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(messages.fileLarge);
  return readBackupText(await file.text());
}

/** The same in a text that was pasted: a file, or what it contains. The command line of Pulse writes that alone. */
export function readBackupText(text: string): string {
  const found = foreignJson(text);
  if (typeof found === 'object' && found !== null && 'data' in found && typeof found.data === 'string')
    return found.data;
  const bare = text.replace(/\s/g, '');
  if (SEALED.test(bare)) return bare;
  throw new Error(messages.fileInvalid);
}

/** What Belfry has sealed, or Base64 of Pulse: 76 bytes at least. */
const SEALED = /^(belfry1\.[\w.-]+|[A-Za-z0-9+/]{100,}={0,2})$/;
