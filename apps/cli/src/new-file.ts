// Files that the command line makes.
import { writeFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import { messages } from './messages/config.ts';

/** For its owner only, and never over another file. */
export const writeNew = (file: string, text: string | Uint8Array): void =>
  writing(file, () => writeFileSync(file, text, { flag: 'wx', mode: 0o600 }));

/** Throws a Failure that names the file when `work` cannot write it. */
export function writing(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(code === 'EEXIST' ? messages.exists(file) : messages.unwritable(file, `${code}`));
  }
}
