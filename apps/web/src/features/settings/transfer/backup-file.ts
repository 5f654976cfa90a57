// The file of a backup: what an export writes and an import reads.
import { messages } from './messages.ts';

/** As many bytes as the server accepts. */
const MAX_BYTES = 16 << 20;

/** The name of a file that is exported at `now`, epoch ms. */
export const backupFileName = (now: number): string => `belfry-config-${new Date(now).toISOString().slice(0, 10)}.json`;

/** The encrypted configuration in the file. @throws Error with a text for the user when there is none. */
export async function readBackupFile(file: Pick<File, 'size' | 'text'>): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(messages.fileLarge);
  const found = parsed(await file.text());
  if (typeof found === 'object' && found !== null && 'data' in found && typeof found.data === 'string')
    return found.data;
  throw new Error(messages.fileInvalid);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
