// The next step of an update. It is written before the step is done, so the next run continues an update that was killed.
import { readFileSync, rmSync } from 'node:fs';
import { ReleaseVersion, UpdateRequest } from '@belfry/release/exchange';
import * as z from 'zod';
import { replaceFile } from './own-file.ts';

/**
 * `stopping`, `copying`, `switching`, `starting`: the way forward, with `replacing` of the data where it leads to the previous
 * release. `restoring`, `returning`: the way back. `resuming`: the old version was only stopped.
 */
const Step = z.enum([
  'stopping',
  'copying',
  'replacing',
  'switching',
  'starting',
  'restoring',
  'returning',
  'resuming',
]);
export type Step = z.infer<typeof Step>;

/**
 * `previous`: the version that ran. `backup`: the copy of its data. `copy`: the data of the previous release, where an administrator
 * goes back to it; otherwise empty. `reason`: why the update failed.
 */
const Journal = z.object({
  request: UpdateRequest,
  previous: ReleaseVersion,
  step: Step,
  backup: z.string(),
  copy: z.string().default(''),
  reason: z.string(),
});
export type Journal = z.infer<typeof Journal>;

/** Undefined: no update was interrupted. */
export function readJournal(file: string): Journal | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return Journal.parse(JSON.parse(text));
}

export const writeJournal = (file: string, journal: Journal): void => replaceFile(file, JSON.stringify(journal));

export const removeJournal = (file: string): void => rmSync(file, { force: true });
