// A key from a passphrase, slow on purpose.
import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

/** What it takes to try a passphrase; memory in KiB. */
export interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}
/** About a fifth of a second. */
export const usualCost: Cost = { memory: 65_536, passes: 3, parallelism: 1 };
/** A file may ask for more than we do, but not for all there is. */
const most: Cost = { memory: 262_144, passes: 10, parallelism: 4 };

export const isReasonable = ({ memory, passes, parallelism }: Cost): boolean =>
  parallelism >= 1 &&
  passes >= 1 &&
  memory >= 8 * parallelism &&
  memory <= most.memory &&
  passes <= most.passes &&
  parallelism <= most.parallelism;

const derive = promisify(argon2);
export const keyOf = (passphrase: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  derive('argon2id', { message: passphrase, nonce, memory, passes, parallelism, tagLength: 32 });
