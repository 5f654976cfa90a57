// `belfry doctor`: looks for what is wrong with an installation, and says what to do about it.
import { misspelt } from '@belfry/configuration/variables';
import type { Api } from '../api.ts';
import { checkDataDir } from '../doctor/data-dir.ts';
import { type Finding, problem } from '../doctor/finding.ts';
import { asFinding, checkServer } from '../doctor/server.ts';
import { words } from '../language/in-language.ts';
import { messages } from '../messages/doctor.ts';
import { type Output, printable, show } from '../print.ts';

export interface DoctorOptions {
  /** A directory on this machine that is checked too, if it is given. */
  dataDir: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** The API at another address, without the token. */
  at(url: URL): Api;
  /** Epoch ms. */
  now: number;
}

/** The exit status: 1 while there is a problem. Notes alone give 0. */
export async function doctor(api: Api, output: Output, { dataDir, env, at, now }: DoctorOptions): Promise<number> {
  const local = [
    ...(dataDir === undefined ? [] : checkDataDir(dataDir, Boolean(env.BELFRY_ENCRYPTION_KEY))),
    ...misspelt(env).map((sentence) => problem(words().say(sentence), messages.variable)),
  ];
  const remote = await checkServer(api, at, now).catch((error) => [asFinding(error)]);
  const found = [...local, ...remote].sort((a, b) => rank(a) - rank(b));
  show(output, found, () => (found.length === 0 ? `${messages.well}\n` : found.map(textOf).join('')));
  return found.some(({ level }) => level === 'problem') ? 1 : 0;
}

const rank = ({ level }: Finding): number => (level === 'problem' ? 0 : 1);

const textOf = ({ level, text, cure }: Finding): string =>
  `${level === 'problem' ? '✗' : '•'} ${printable(text)}\n  → ${printable(cure)}\n`;
