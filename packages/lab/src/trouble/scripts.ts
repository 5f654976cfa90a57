// Scripts that have a name.
import { readFileSync } from 'node:fs';
import { parseScript, type Script } from './script.ts';

const minute = 60;
const hour = 3600;

const scripts = {
  /**
   * What a person finds in the morning: a disk that has failed, a storage that is nearly full, a guest that needs more memory, and
   * what is over after some minutes.
   */
  morning: [
    { trouble: 'disk-fails' },
    { trouble: 'storage-fills', storage: 'nas-vm', to: 88, riseS: 0, holdS: 30 * 24 * hour, fallS: hour },
    { trouble: 'guest-metric', metric: 'memory', to: 88, riseS: 0, holdS: 30 * 24 * hour, fallS: hour },
    { at: 20, trouble: 'guest-off', forS: 2 * minute },
    { at: 60, trouble: 'server-job-fails', job: 'sync', forS: 5 * minute },
    { at: 90, trouble: 'guest-metric', metric: 'cpu', to: 86, riseS: 10, holdS: 3 * minute, fallS: 10 },
    {
      at: 10 * minute,
      trouble: 'container-state',
      state: 'failing',
      forS: 4 * minute,
      repeat: { times: 100, everyS: hour },
    },
    { at: 25 * minute, trouble: 'guest-off', forS: 3 * minute, repeat: { times: 100, everyS: hour } },
    { at: 40 * minute, trouble: 'stop-backup', repeat: { times: 100, everyS: hour } },
  ],
  /** A node is lost with all its guests. HA starts its own ones elsewhere; the node comes back after eight minutes. */
  'node-loss': [{ trouble: 'node-dies', forS: 8 * minute }],
  /** A guest that goes off and on again all the time. */
  flapping: [{ trouble: 'guest-off', forS: 45, repeat: { times: 20, everyS: 90 } }],
} as const satisfies Record<string, Script>;

export const scriptNames = Object.keys(scripts);
export const isScriptName = (text: string | undefined): text is keyof typeof scripts =>
  text !== undefined && Object.hasOwn(scripts, text);

/** The script of that name, or the one in that JSON file. Throws a sentence for a person. */
export function scriptNamed(text: string): Script {
  if (isScriptName(text)) return scripts[text];
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(text, 'utf8'));
  } catch (error) {
    throw new Error(`--troubles must be ${scriptNames.join(', ')} or a JSON file, not '${text}': ${String(error)}`);
  }
  parseScript(parsed);
  return parsed as Script;
}
