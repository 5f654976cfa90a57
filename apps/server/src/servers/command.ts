// The commands about two servers. They ask the database of the environment, so that they work while no server answers.
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Config } from '../config/env.ts';
import type { LeaseRow, OtherServer } from '../db/postgres/lease.ts';
import { type LeaseLine, openLeaseLine } from '../db/postgres/lease-line.ts';
import { nameOf } from '../db/postgres/open-postgres.ts';
import { reasonOf } from '../db/postgres/trouble.ts';
import { writePrivateFile } from '../db/private-file.ts';
import { iso, systemClock } from '../lib/clock.ts';
import { spoken } from '../print.ts';
import { createProbe } from './probe.ts';
import { HEARD_S } from './problems.ts';
import { type Trial, trial } from './trial.ts';

/** Of the issue: nobody may be active for longer. */
const ALLOWED_MS = { planned: 2000, drill: 20_000 };

interface Seen {
  /** Undefined: no server is active. */
  active: LeaseRow | undefined;
  epoch: number;
  standbys: readonly OtherServer[];
}

export async function haCommand(words: readonly string[], config: Config): Promise<Result<Sentence, Sentence>> {
  const [word, ...more] = words;
  const { databaseUrl } = config;
  if (word === 'status' && (more.length === 0 || (more.length === 1 && more[0] === '--json'))) {
    const isJson = more.length === 1;
    if (databaseUrl === undefined) return ok(isJson ? otherWords(JSON.stringify(ALONE)) : { id: 'ha.alone' });
    return over(databaseUrl, async (line) => ok(statusOf(await seenIn(line), config.server.name, isJson)));
  }
  if (!isKnown(word, more)) return fail({ id: 'ha.usage' });
  if (databaseUrl === undefined) return fail({ id: 'ha.alone' });
  return over(databaseUrl, (line) => {
    if (word === 'forget') return forget(line, more[0] ?? '');
    return give(line, config, word === 'drill' ? 'drill' : 'planned', more[0]);
  });
}

const isKnown = (word: string | undefined, more: readonly string[]): boolean =>
  (word === 'switch' && more.length <= 1) ||
  (word === 'drill' && more.length === 0) ||
  (word === 'forget' && more.length === 1);

const ALONE = { role: 'single', epoch: null, holder: null, standby: null };

async function over<T>(
  url: string,
  work: (line: LeaseLine) => Promise<Result<T, Sentence>>,
): Promise<Result<T, Sentence>> {
  const line = openLeaseLine(url);
  try {
    return await work(line);
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    return fail({ id: 'database.unusable', values: { database: nameOf(url), reason } });
  } finally {
    await line.close();
  }
}

async function seenIn(line: LeaseLine): Promise<Seen> {
  if (!(await line.isPrepared())) return { active: undefined, epoch: 0, standbys: [] };
  const row = await line.read();
  const active = row && row.left > 0 ? row : undefined;
  const others = await line.others(active?.holder ?? '');
  return { active, epoch: row?.epoch ?? 0, standbys: others.filter(({ age }) => age < HEARD_S) };
}

function statusOf({ active, epoch, standbys }: Seen, own: string, isJson: boolean): Sentence {
  const isStandby = standbys.some(({ name }) => name === own);
  const role = active?.holder === own ? 'active' : isStandby ? 'standby' : 'none';
  if (isJson) {
    const standby = standbys[0]?.name ?? null;
    const facts = { role, epoch, holder: active?.holder ?? null, standby, address: active?.address ?? null };
    return otherWords(JSON.stringify({ ...facts, since: active ? iso(active.since) : null, standbys }));
  }
  const first: Sentence = active
    ? {
        id: 'ha.active',
        values: {
          name: active.holder,
          address: active.address,
          version: active.version,
          epoch,
          since: iso(active.since),
        },
      }
    : { id: 'ha.noneActive', values: { epoch } };
  const rest: Sentence[] = standbys.map(({ name, address, version, age }) => ({
    id: 'ha.standby',
    values: { name, address, version, seconds: Math.round(age) },
  }));
  return rest.reduce<Sentence>(
    (before, after) => ({ id: 'ha.lines', values: { before, after } }),
    rest.length > 0 ? first : { id: 'ha.lines', values: { before: first, after: { id: 'ha.noStandby' } } },
  );
}

async function forget(line: LeaseLine, name: string): Promise<Result<Sentence, Sentence>> {
  const { active, standbys } = await seenIn(line);
  if (active?.holder === name || standbys.some((one) => one.name === name))
    return fail({ id: 'ha.runs', values: { name } });
  return (await line.forget(name))
    ? ok({ id: 'ha.forgotten', values: { name } })
    : fail({ id: 'ha.unknown', values: { name } });
}

async function give(
  line: LeaseLine,
  config: Config,
  wish: 'planned' | 'drill',
  named: string | undefined,
): Promise<Result<Sentence, Sentence>> {
  const { active, standbys } = await seenIn(line);
  if (!active) return fail({ id: 'ha.nobody' });
  const next = standbys.find(({ name }) => named === undefined || name === named);
  if (!next) return fail(named === undefined ? { id: 'ha.noStandby' } : { id: 'ha.unknown', values: { name: named } });
  const probe = createProbe(systemClock);
  const at = iso(systemClock.now());
  try {
    const seen = await trial({ lease: line, row: active, next, wish, isReady: probe.isReady, clock: systemClock });
    if (seen.held === undefined) return fail({ id: 'ha.notTaken', values: { name: next.name, log: active.holder } });
    const said = sentenceAbout(seen, active.holder, next.name, ALLOWED_MS[wish]);
    if (wish === 'planned') return ok(said);
    const file = path.resolve(config.dataDir, `ha-drill-${at.replaceAll(/[:.]/g, '-')}.txt`);
    const report: Sentence = { id: 'ha.report', values: { ...stepsOf(seen), at, from: active.holder, said } };
    writePrivateFile(
      file,
      `${await spoken(report)}\n\n${JSON.stringify({ at, from: active.holder, to: next.name, ...seen })}\n`,
    );
    return ok({ id: 'ha.drilled', values: { report, file } });
  } finally {
    await probe.close();
  }
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const step = (ms: number | undefined): Sentence =>
  ms === undefined ? { id: 'ha.notSeen' } : { id: 'ha.after', values: { seconds: inSeconds(ms) } };
const stepsOf = ({ stopped, free, held, ready }: Trial) => ({
  stopped: step(stopped),
  free: step(free),
  held: step(held),
  ready: step(ready),
});

function sentenceAbout({ blindMs, epoch }: Trial, from: string, to: string, allowedMs: number): Sentence {
  if (blindMs === undefined) return { id: 'ha.unmeasured', values: { from, to, epoch } };
  const verdict: Sentence = {
    id: blindMs <= allowedMs ? 'ha.passed' : 'ha.failed',
    values: { allowed: allowedMs / 1000 },
  };
  return { id: 'ha.given', values: { from, to, epoch, seconds: inSeconds(blindMs), verdict } };
}
