// What must hold after a storm of two servers, whatever happened in it.
import { until } from '../../../contract/testing/storm/clock.ts';
import type { Notes } from './play.ts';
import { needlessRepeats } from './repeats.ts';
import type { PairWorld } from './world.ts';

const alertOf = (vmid: number) => `guest-powered-off-pair-${vmid}`;

export async function judge(world: PairWorld, notes: Notes): Promise<string[]> {
  const { receiver, database, observer, front, servers } = world;
  const faults: string[] = [];
  const about = (vmid: number) => receiver.told.filter(({ alert }) => alert === alertOf(vmid));
  for (const { vmid } of notes.stopped)
    await until(() => about(vmid).some(({ kind }) => kind === 'raised'), `a message about ${vmid}, which is off`).catch(
      (error: Error) => faults.push(error.message),
    );
  const rows = async (text: string) => (await database.sql(text)).rows as Record<string, unknown>[];
  // What was told without the database is stored after it is back.
  for (const { vmid } of notes.stopped)
    await until(
      async () => (await rows(`SELECT id FROM occurrences WHERE alert = '${alertOf(vmid)}'`)).length > 0,
      `the alert about ${vmid} is stored`,
    ).catch((error: Error) => faults.push(error.message));
  await until(
    async () => (await rows('SELECT id, state, entry FROM deliveries WHERE ended_at IS NULL')).length === 0,
    'every message has an end',
  ).catch(async (error: Error) =>
    faults.push(error.message, JSON.stringify(await rows('SELECT entry FROM deliveries WHERE ended_at IS NULL'))),
  );
  for (const { vmid } of notes.blips)
    await until(
      async () =>
        (await rows(`SELECT id FROM occurrences WHERE alert = '${alertOf(vmid)}' AND resolved_at IS NULL`)).length ===
        0,
      `the alert about ${vmid}, which runs again, ends`,
    ).catch((error: Error) => faults.push(error.message));

  // No occurrence without a delivery or a visible failure.
  const untold = await rows(`SELECT id, alert, entry FROM occurrences
    WHERE id NOT IN (SELECT occurrence FROM delivery_alerts)`);
  for (const { id, alert } of untold) {
    const isMarked = receiver.told.some((told) => told.occurrence === id && told.isMarked);
    if (!isMarked) faults.push(`${alert} ${id} has no delivery`);
  }
  const stored = await rows('SELECT id, state, entry FROM deliveries');
  for (const { id, state, entry } of stored) {
    const arrived = receiver.told.some(({ key }) => key === id);
    if (state === 'sent' && !arrived) faults.push(`${id} is sent and never arrived`);
    if (state === 'given-up' && JSON.parse(String(entry)).words === undefined)
      faults.push(`${id} ended without a word`);
  }

  // Unknown ends nothing, and what is off is one alert.
  for (const { vmid } of notes.stopped) {
    const own = about(vmid);
    const isMarked = own.some((told) => told.isMarked);
    const ended = own.filter(({ kind }) => kind === 'resolved');
    if (ended.length > 0) faults.push(`the end of ${alertOf(vmid)} was told, and it is off`);
    const occurrences = await rows(`SELECT id, resolved_at FROM occurrences WHERE alert = '${alertOf(vmid)}'`);
    if (occurrences.length !== 1 && !isMarked)
      faults.push(`${occurrences.length} occurrences of ${alertOf(vmid)}: ${JSON.stringify(occurrences)}`);
    if (occurrences.filter((row) => row.resolved_at === null).length !== 1)
      faults.push(`${alertOf(vmid)} is not active`);
  }

  // The same decision has one id. What left without the database says so.
  const steps = new Map(
    (await rows('SELECT delivery, occurrence, kind, step FROM decisions')).map((row) => [
      `${row.delivery} ${row.occurrence}`,
      `${row.kind} ${row.step}`,
    ]),
  );
  const told = Map.groupBy(receiver.told, ({ key, kind, occurrence }) => {
    const step = steps.get(`${key} ${occurrence}`);
    return `${step ?? `${kind} ${kind === 'raised' || kind === 'resolved' ? '' : key}`} ${occurrence}`;
  });
  const raised = Map.groupBy(receiver.told, ({ kind, occurrence }) => `${kind} ${occurrence}`);
  for (const [what, all] of [...told, ...raised]) {
    if (!/^(raised|resolved)/.test(what)) continue;
    const ids = new Set(all.filter(({ isMarked }) => !isMarked).map(({ key }) => key));
    if (ids.size > 1) faults.push(`${what} ${all[0]?.alert} was told by ${ids.size} messages`);
  }
  faults.push(...(await needlessRepeats(world, notes)));

  for (const { who, what, holder } of await rows('SELECT DISTINCT who, what, holder FROM storm.strangers'))
    faults.push(`${who} wrote ${what} while ${holder} was the holder`);
  for (const { name, ends } of servers) for (const end of ends) faults.push(`${name} ended by itself: ${end}`);
  if (observer.looks() < 20) faults.push('hardly anybody looked');
  return [...faults, ...front.faults, ...observer.faults];
}
