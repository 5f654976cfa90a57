// The folder in which the server asks for an update, and the updater answers. Everything in it may be hostile.
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '@belfry/domain/result';
import { folder, requestFile, staged, statusFile, UpdateRequest, type UpdaterStatus } from '@belfry/release/exchange';
import { type Owner, runAs } from './owner.ts';

const MAX_REQUEST_BYTES = 16 << 10;

export type Mailbox = ReturnType<typeof createMailbox>;

export function createMailbox(dataDir: string, owner: Owner, log: (line: string) => void) {
  const at = (...names: string[]) => path.join(dataDir, folder, ...names);

  /** A regular file, not reached by a link, of at most this size. */
  function open(file: string, maxBytes: number): number {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const handle = runAs(owner, () => openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    const { size } = fstatSync(handle);
    const isRegular = fstatSync(handle).isFile();
    if (isRegular && size > 0 && size <= maxBytes) return handle;
    closeSync(handle);
    throw new Error(`${file} is not a file of 1 to ${maxBytes} bytes`);
  }

  function write(name: string, content: unknown): void {
    runAs(owner, () => {
      mkdirSync(at(), { recursive: true, mode: 0o700 });
      const fresh = at(`${name}.${process.pid}`);
      rmSync(fresh, { force: true });
      writeFileSync(fresh, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
      renameSync(fresh, at(name));
    });
  }

  return {
    /** Undefined: nothing is asked for. */
    request(): Result<UpdateRequest, string> | undefined {
      let text: string;
      try {
        const handle = open(at(requestFile), MAX_REQUEST_BYTES);
        try {
          text = readFileSync(handle, 'utf8');
        } finally {
          closeSync(handle);
        }
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : fail((error as Error).message);
      }
      try {
        return ok(UpdateRequest.parse(JSON.parse(text)));
      } catch {
        return fail(`${at(requestFile)} is not a request for an update`);
      }
    },
    /** Asks for the updater, as the server does. */
    ask: (request: UpdateRequest) => write(requestFile, request),
    /** The request and the release are dealt with. Does not throw. */
    clear() {
      try {
        runAs(owner, () => {
          rmSync(at(requestFile), { force: true, recursive: true });
          rmSync(at(staged), { force: true, recursive: true });
        });
      } catch (error) {
        log(`The request cannot be removed: ${(error as Error).message}`);
      }
    },
    /** Copies a file of the release to `target`, which must not exist. */
    async take(name: string, target: string, maxBytes: number) {
      const handle = open(at(staged, name), maxBytes);
      // a file that grows while it is read is cut off, and its checksum refuses it
      const end = fstatSync(handle).size - 1;
      await pipeline(
        createReadStream('', { fd: handle, end }),
        createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      );
    },
    /** Does not throw: an update does not end because nobody can see it. */
    tell(status: UpdaterStatus) {
      try {
        write(statusFile, status);
      } catch (error) {
        log(`The status cannot be written: ${(error as Error).message}`);
      }
    },
  };
}
