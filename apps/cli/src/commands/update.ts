// `belfry update`: checks for a newer version, shows how to install it, starts an update and shows its progress.
import { setTimeout as wait } from 'node:timers/promises';
import { updateSentence } from '@belfry/domain/sentences/updating';
import { applyUpdate, checkUpdates, getUpdatePlan, getUpdateStatus, listUpdates } from '@belfry/schema/http/updates';
import type { NamedText } from '@belfry/schema/named-text';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { moment, say } from '../language/said.ts';
import { messages } from '../messages/update.ts';
import { type Output, printable, show, table } from '../print.ts';

const POLL_MS = 2_000;
/** Polls in a row that may fail, because the server does not answer while it is replaced: two minutes. */
const MAX_FAILED_POLLS = 60;

/** Returns the exit status: 2 if there is a newer version, otherwise 0. */
export async function checkUpdate(api: Api, output: Output): Promise<number> {
  const info = await api.call(checkUpdates);
  show(output, info, () => {
    if (info.warning) return `${printable(info.warning)}\n`;
    if (!info.available) return `${printable(messages.latest(info.currentVersion))}\n`;
    return `${printable(messages.available(info.latestVersion, info.currentVersion))}\n`;
  });
  return info.available ? 2 : 0;
}

const textOf = (text: string, named: NamedText | undefined): string => say(named && updateSentence(named), text);

const latestVersion = async (api: Api): Promise<string> => (await api.call(checkUpdates)).latestVersion;

export async function planUpdate(api: Api, output: Output, version: string | undefined): Promise<void> {
  const plan = await api.call(getUpdatePlan, { query: { version: version ?? (await latestVersion(api)) } });
  const section = (title: string, texts: readonly string[] = [], named: readonly NamedText[] = []) =>
    texts.length === 0 ? [] : [title, ...texts.map((text, place) => `  - ${textOf(text, named[place])}`)];
  const method = plan.canAutoUpdate ? messages.itself : messages.notItself;
  const lines = [
    method,
    ...section(messages.steps, plan.instructions, plan.named?.instructions),
    ...section(messages.needs, plan.prerequisites, plan.named?.prerequisites),
    ...section(messages.missing, plan.problems, plan.named?.problems),
    ...(plan.command ? [messages.command(plan.command)] : []),
  ];
  show(output, plan, () => lines.map((line) => `${printable(line)}\n`).join(''));
}

/** Starts the update and waits until it ends. Returns the exit status: 1 if it failed, otherwise 0. */
export async function applyVersion(
  api: Api,
  output: Output,
  version: string | undefined,
  yes: boolean,
): Promise<number> {
  const target = version ?? (await latestVersion(api));
  if (!yes) throw new Failure(messages.addYes(target));
  await api.call(applyUpdate, { body: { version: target } });
  let failedPolls = 0;
  let lastLine = '';
  for (;;) {
    await wait(POLL_MS);
    const status = await api.call(getUpdateStatus).catch((error: Error) => {
      failedPolls++;
      if (failedPolls > MAX_FAILED_POLLS) throw error;
      return undefined;
    });
    if (!status) continue;
    failedPolls = 0;
    const line = `${String(status.progress).padStart(3)} %  ${printable(textOf(status.message, status.named))}\n`;
    const isOver = ['completed', 'error', 'idle', 'available'].includes(status.status);
    if (!output.isJson && line !== lastLine) output.write(line);
    lastLine = line;
    if (!isOver) continue;
    show(output, status, () => (status.error === '' ? '' : `${printable(status.error)}\n`));
    return status.status === 'error' ? 1 : 0;
  }
}

export async function updateStatus(api: Api, output: Output): Promise<void> {
  const status = await api.call(getUpdateStatus);
  show(
    output,
    status,
    () => `${status.progress} %  ${printable(`${textOf(status.message, status.named)} ${status.error}`.trim())}\n`,
  );
}

export async function updateHistory(api: Api, output: Output): Promise<void> {
  const entries = await api.call(listUpdates);
  const rows = entries.map((entry) => [
    moment(entry.timestamp),
    entry.version_from,
    entry.version_to,
    messages.statuses[entry.status],
    entry.user,
    entry.error?.message,
  ]);
  show(output, entries, () => table(messages.heads, rows, messages.none));
}
