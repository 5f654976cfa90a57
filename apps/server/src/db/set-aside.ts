// The rows that Belfry could not read. A copy of each is added to one file before anything can replace the row, and the page shows what
// it was until somebody removes that file.
import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { foreignJson } from '@belfry/domain/foreign-json';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import { type Clock, iso } from '../lib/clock.ts';
import type { FileLog } from './separate-file.ts';

const SET_ASIDE = 'set-aside.jsonl';
/** Copies in the file. Of what comes after them, only the number is known. */
const MAX_COPIES = 10_000;
const MAX_NAMED = 5;
const LONGEST_NAME = 120;

/** `what` names the row for a person: `the setting alerts`. `content`: its columns. */
interface UnreadableRow {
  file: string;
  what: string;
  reason: string;
  content: object;
}

export interface SetAside {
  /** The same row is copied once. False when the disk does not accept the copy: then the row must stay where it is. */
  keep(row: UnreadableRow): boolean;
  /** The row stays where it is, and nothing will replace it: it is only counted and shown. */
  leaveOut(row: UnreadableRow): void;
  /** The same object while nothing changes. */
  problems(): State['serverProblems'];
}

const Copy = z.object({ at: z.string(), file: z.string(), what: z.string(), digest: z.string() });
type Copy = z.infer<typeof Copy>;

export interface SetAsideOptions {
  dataDir: string;
  clock: Pick<Clock, 'now'>;
  log: FileLog;
}

export function openSetAside({ dataDir, clock, log }: SetAsideOptions): SetAside {
  const place = path.join(dataDir, SET_ASIDE);
  const kept = new Map<string, Copy>();
  for (const line of linesOf(place)) {
    const found = Copy.safeParse(foreignJson(line)).data;
    if (found) kept.set(found.digest, found);
  }
  /** Without a copy: they stay where they are, or the disk accepted none. */
  const unkept = new Map<string, Copy>();
  let problems: State['serverProblems'] = {};
  const show = () => {
    const all = [...kept.values(), ...unkept.values()];
    const [first] = all;
    problems = first ? { 'set-aside': { message: messageOf(all, kept.size > 0), since: first.at } } : {};
  };
  show();
  const named = ({ file, what, content }: UnreadableRow): Copy => {
    const digest = hash('sha256', `${file}\n${what}\n${JSON.stringify(content, plain)}`).slice(0, 16);
    return { at: iso(clock.now()), file, what: what.slice(0, LONGEST_NAME), digest };
  };
  function note(copy: Copy, reason: string): void {
    if (unkept.has(copy.digest) || unkept.size >= MAX_COPIES) return;
    unkept.set(copy.digest, copy);
    log.error({ file: copy.file, reason, dataDir }, `${copy.what} cannot be read and is left out.`);
    show();
  }
  return {
    leaveOut: (row) => note(named(row), row.reason),
    keep(row) {
      const copy = named(row);
      if (kept.has(copy.digest)) return true;
      note(copy, row.reason);
      if (kept.size >= MAX_COPIES) return false;
      try {
        append(place, `${JSON.stringify({ ...copy, reason: row.reason, content: row.content }, plain)}\n`);
      } catch (error) {
        log.error({ err: error, dataDir }, `There is no copy of ${copy.what}.`);
        return false;
      }
      kept.set(copy.digest, copy);
      unkept.delete(copy.digest);
      show();
      return true;
    },
    problems: () => problems,
  };
}

function messageOf(all: readonly Copy[], hasCopies: boolean): string {
  const named = all.slice(0, MAX_NAMED).map(({ what, file }) => `${what} (${file})`);
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  const rows = all.length === 1 ? '1 stored row' : `${all.length} stored rows`;
  const advice = hasCopies
    ? ` Copies are in ${SET_ASIDE} in the data folder. Enter again what is missing, then remove that file: this message ends with the next start.`
    : '';
  return `Belfry could not read ${rows} and works without: ${named.join(', ')}${more}.${advice}`;
}

function append(place: string, text: string): void {
  const out = openSync(place, 'a', 0o600);
  try {
    writeSync(out, text);
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
}

function linesOf(place: string): string[] {
  try {
    return existsSync(place) ? readFileSync(place, 'utf8').split('\n') : [];
  } catch {
    // It is shown again what is found again.
    return [];
  }
}

/** Bytes and large numbers as JSON. */
const plain = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array
    ? { base64: Buffer.from(value).toString('base64') }
    : typeof value === 'bigint'
      ? String(value)
      : value;
