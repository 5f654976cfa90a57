// `belfry update`: whether there is a newer version, how to get it, and how far an update is.
import { setTimeout as wait } from 'node:timers/promises';
import { applyUpdate, checkUpdates, getUpdatePlan, getUpdateStatus, listUpdates } from '@belfry/schema/http/updates';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { type Output, printable, show, table } from '../print.ts';

const POLL_MS = 2_000;
/** The server does not answer while it is replaced. */
const MOST_MISSED = 60;

/** The exit status: 2 while there is a newer version. */
export async function checkUpdate(api: Api, output: Output): Promise<number> {
  const info = await api.call(checkUpdates);
  show(output, info, () => {
    if (info.warning) return `${printable(info.warning)}\n`;
    if (!info.available) return `Belfry ${printable(info.currentVersion)} is the latest version.\n`;
    return `Belfry ${printable(info.latestVersion)} is available. This is ${printable(info.currentVersion)}.\n`;
  });
  return info.available ? 2 : 0;
}

const latestOf = async (api: Api): Promise<string> => (await api.call(checkUpdates)).latestVersion;

export async function planUpdate(api: Api, output: Output, version: string | undefined): Promise<void> {
  const plan = await api.call(getUpdatePlan, { query: { version: version ?? (await latestOf(api)) } });
  const listed = (title: string, texts: readonly string[] = []) =>
    texts.length === 0 ? [] : [title, ...texts.map((text) => `  - ${text}`)];
  const kind = plan.canAutoUpdate ? 'Belfry installs it: belfry update apply' : 'Belfry does not install it itself.';
  const lines = [
    ...[kind, ...listed('Steps:', plan.instructions), ...listed('Needs:', plan.prerequisites)],
    ...[...listed('Missing:', plan.problems), ...(plan.command ? [`Command: ${plan.command}`] : [])],
  ];
  show(output, plan, () => lines.map((line) => `${printable(line)}\n`).join(''));
}

/** Starts the update and follows it to its end. The exit status. */
export async function applyVersion(
  api: Api,
  output: Output,
  version: string | undefined,
  yes: boolean,
): Promise<number> {
  const wanted = version ?? (await latestOf(api));
  if (!yes) throw new Failure(`Belfry will be unavailable while it is updated to ${wanted}. Add --yes to start.`);
  await api.call(applyUpdate, { body: { version: wanted } });
  let missed = 0;
  let told = '';
  for (;;) {
    await wait(POLL_MS);
    const status = await api.call(getUpdateStatus).catch((error: Error) => {
      missed++;
      if (missed > MOST_MISSED) throw error;
      return undefined;
    });
    if (!status) continue;
    missed = 0;
    const line = `${String(status.progress).padStart(3)} %  ${printable(status.message)}\n`;
    const isOver = ['completed', 'error', 'idle', 'available'].includes(status.status);
    if (!output.isJson && line !== told) output.write(line);
    told = line;
    if (!isOver) continue;
    show(output, status, () => (status.error === '' ? '' : `${printable(status.error)}\n`));
    return status.status === 'error' ? 1 : 0;
  }
}

export async function updateStatus(api: Api, output: Output): Promise<void> {
  const status = await api.call(getUpdateStatus);
  show(output, status, () => `${status.progress} %  ${printable(`${status.message} ${status.error}`.trim())}\n`);
}

export async function updateHistory(api: Api, output: Output): Promise<void> {
  const entries = await api.call(listUpdates);
  const rows = entries.map((entry) => [
    ...[entry.timestamp, entry.version_from, entry.version_to, entry.status, entry.user, entry.error?.message],
  ]);
  show(output, entries, () =>
    table(['STARTED', 'FROM', 'TO', 'STATUS', 'BY', 'ERROR'], rows, 'There were no updates.'),
  );
}
