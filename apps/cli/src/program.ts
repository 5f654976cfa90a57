// The commands of `belfry` with their options.
import { Command, InvalidArgumentError } from 'commander';
import { type Api, createApi, readOption } from './api.ts';
import { acknowledge, alerts, silence, unacknowledge } from './commands/alerts.ts';
import { backups } from './commands/backups.ts';
import { apply, diff, exportFile, validate } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { guestHelp, guests } from './commands/guests.ts';
import { nodes } from './commands/nodes.ts';
import { createBackup, listBackups, restoreElsewhere } from './commands/own-backups.ts';
import { status } from './commands/status.ts';
import { exportTo, importFrom } from './commands/transfer.ts';
import { applyVersion, checkUpdate, planUpdate, updateHistory, updateStatus } from './commands/update.ts';
import { completion } from './completion.ts';
import { Failure } from './failure.ts';
import type { Output } from './print.ts';
import { becomeServer } from './server-program.ts';
import { applyStagedHere, goBackHere } from './updater/command.ts';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  /** The width of the terminal; undefined: the output is no terminal. */
  columns?: number | undefined;
  /** The path of this program. */
  file: string;
  /** Epoch ms. */
  now(): number;
  /** The status with which the program ends. */
  exit(status: number): void;
}

interface Global {
  url?: string;
  tokenFile?: string;
  ca?: string;
  json?: boolean;
}

/** Of an output that is no terminal. */
const USUAL_COLUMNS = 80;
const DEFAULT_URL = 'http://127.0.0.1:7655';

/** Of the Belfry with this environment: in its container, the command line has the same. */
function addressHere({ BELFRY_PORT, BELFRY_TLS_CERT, BELFRY_TLS_SELF_SIGNED }: Surroundings['env']): string {
  const url = new URL(DEFAULT_URL);
  if (/^\d+$/.test(BELFRY_PORT?.trim() ?? '')) url.port = BELFRY_PORT?.trim() ?? '';
  if (BELFRY_TLS_CERT?.trim() || /^(true|1|yes)$/i.test(BELFRY_TLS_SELF_SIGNED?.trim() ?? '')) url.protocol = 'https:';
  return url.href;
}

export function createProgram({ env, write, columns, file, now, exit }: Surroundings): Command {
  const program = new Command('belfry')
    .description('The command line of Belfry. It talks to a Belfry that runs, with an API token.')
    .option('--url <address>', `where Belfry is (BELFRY_URL; ${DEFAULT_URL})`, address)
    .option('--token-file <file>', 'a file with the API token (BELFRY_TOKEN_FILE; or the token itself in BELFRY_TOKEN)')
    .option('--ca <file>', 'the certificate of Belfry, if it signed it itself (BELFRY_CA)')
    .option('--json', 'print JSON')
    .configureOutput({ writeOut: write });

  const api = (): Api => {
    const {
      url = env.BELFRY_URL ?? addressHere(env),
      tokenFile = env.BELFRY_TOKEN_FILE,
      ca = env.BELFRY_CA,
    } = program.opts<Global>();
    const token = env.BELFRY_TOKEN?.trim() || (tokenFile && readOption(tokenFile, '--token-file'));
    return createApi({
      url: parsed(url),
      token: token || undefined,
      ca: ca ? readOption(ca, '--ca') : undefined,
    });
  };
  /** Of another address, without the token. */
  const apiAt = (url: URL): Api => {
    const { ca = env.BELFRY_CA } = program.opts<Global>();
    return createApi({ url, token: undefined, ca: ca ? readOption(ca, '--ca') : undefined });
  };
  const output = (): Output => ({
    ...{ write, isJson: program.opts<Global>().json ?? false },
    columns: columns ?? (Number(env.COLUMNS) || USUAL_COLUMNS),
  });
  const passphrase = (file: string | undefined): string => {
    const found = file ? readOption(file, '--passphrase-file') : env.BELFRY_PASSPHRASE;
    if (found) return found;
    throw new Failure('Give the passphrase with --passphrase-file or in BELFRY_PASSPHRASE.');
  };

  program
    .command('status')
    .description('one look at everything; ends with 2 while something is critical or does not answer')
    .action(async () => exit(await status(api(), output())));
  program
    .command('nodes')
    .description('the nodes')
    .action(() => nodes(api(), output()));
  program
    .command('guests [search]')
    .description('the guests, or those that a search finds, such as web or cpu>80')
    .addHelpText('after', guestHelp)
    .option('--node <name>', 'only on this node')
    .option('--status <status>', 'only with this status, such as running')
    .option('--tag <tag>', 'only with this tag')
    .action((search: string | undefined, options) => guests(api(), output(), { search, ...options }));
  const alert = program
    .command('alerts')
    .description('the active alerts, and what operators do with them')
    .option('--level <level>', 'only warning or critical')
    .action(({ level }) => alerts(api(), output(), level));
  alert
    .command('ack <id...>')
    .description('acknowledge alerts')
    .action((ids: string[]) => acknowledge(api(), output(), ids));
  alert
    .command('unack <id...>')
    .description('take an acknowledgement back')
    .action((ids: string[]) => unacknowledge(api(), output(), ids));
  alert
    .command('silence <id>')
    .description('hold back the notifications of an alert')
    .requiredOption('--for <duration>', 'how long: 90m, 4h, 2d')
    .option('--reason <text>', 'why', 'from the command line')
    .action((id: string, options: { for: string; reason: string }) =>
      silence(api(), output(), id, { duration: options.for, reason: options.reason }),
    );
  program
    .command('backups')
    .description('the newest backup of each guest in each place, the oldest first')
    .action(() => backups(api(), output()));
  program
    .command('doctor')
    .description(
      'look for what is wrong with an installation, and say what to do; ends with 1 while there is a problem',
    )
    .option('--data-dir <folder>', 'check this data directory too (BELFRY_DATA_DIR)')
    .action(async ({ dataDir = env.BELFRY_DATA_DIR }) =>
      exit(await doctor(api(), output(), { dataDir, env, at: apiAt, now: now() })),
    );
  const update = program.command('update').description('new versions of Belfry');
  update
    .command('check')
    .description('is there a newer version? ends with 2 if there is')
    .action(async () => exit(await checkUpdate(api(), output())));
  update
    .command('plan [version]')
    .description('how to get it, for the way this Belfry was installed')
    .action((version: string | undefined) => planUpdate(api(), output(), version));
  update
    .command('apply [version]')
    .description('install it, where Belfry can replace itself, and follow the update to its end')
    .option('--yes', 'Belfry may be unavailable meanwhile')
    .action(async (version: string | undefined, { yes = false }) =>
      exit(await applyVersion(api(), output(), version, yes)),
    );
  update
    .command('status')
    .description('how far an update is')
    .action(() => updateStatus(api(), output()));
  update
    .command('history')
    .description('the updates, the newest first')
    .action(() => updateHistory(api(), output()));
  update
    .command('apply-staged')
    .description('for systemd, as root: install the release that the server has downloaded')
    .action(async () => exit(await applyStagedHere({ file, env, write, now })));
  update
    .command('go-back')
    .description('as root, on the machine of Belfry: back to the release before the last update, and to its data')
    .option('--yes', 'what was stored since the update may be lost')
    .action(async ({ yes = false }) => exit(await goBackHere({ file, env, write, now }, yes)));
  program
    .command('export <file>')
    .description('write the configuration into a file, sealed with a passphrase of at least 12 characters')
    .option('--passphrase-file <file>', 'a file with the passphrase (or BELFRY_PASSPHRASE)')
    .action((file: string, { passphraseFile }) => exportTo(api(), output(), file, passphrase(passphraseFile)));
  program
    .command('import <file>')
    .description('put an exported configuration in place of the present one')
    .option('--passphrase-file <file>', 'a file with the passphrase (or BELFRY_PASSPHRASE)')
    .action((file: string, { passphraseFile }) => importFrom(api(), output(), file, passphrase(passphraseFile)));
  const backup = program.command('backup').description('backups of Belfry itself');
  backup
    .command('create')
    .description('make a backup now, in each place that the server has for them')
    .action(() => createBackup(api(), output()));
  backup
    .command('list')
    .description('the backups there are; ends with 1 if there is none, or if the last attempt failed')
    .action(async () => exit(await listBackups(api(), output())));
  backup
    .command('restore <source>')
    .description('put a backup into a data directory; on the machine of Belfry, which must not run')
    .option('--data <folder>', 'the data directory (BELFRY_DATA_DIR)')
    .option('--replace', 'take the place of the data there, which is kept beside it')
    .action(restoreElsewhere);
  const config = program.command('config').description('the configuration as a YAML file, belfry.yaml');
  config
    .command('validate <file>')
    .description('check a file, without a Belfry; names line and column of each mistake')
    .action((file: string) => validate(output(), file));
  config
    .command('diff <file>')
    .description('what the file would change; ends with 1 if it is anything, with 2 if it cannot say')
    .action(async (file: string) => exit(await diff(api(), output(), file)));
  config
    .command('apply <file>')
    .description('make the configuration what the file says, all of it or nothing')
    .option('--dry-run', 'only print what would change')
    .action((file: string, { dryRun = false }) => apply(api(), output(), file, { dryRun }));
  config
    .command('export [file]')
    .description('write the configuration as YAML, to the terminal without a file')
    .option('--secrets <folder>', 'write each secret into a file of its own in this folder')
    .action((file: string | undefined, { secrets }) => exportFile(api(), output(), { file, secrets }));
  program
    .command('collector')
    .description('the collector of a site: join, run, status, leave')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[words...]')
    .action(() => becomeServer(file));
  program
    .command('completion <shell>')
    .description('print completions for bash, zsh or fish')
    .action((shell: string) => write(completion(program, shell)));
  return program;
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

function address(text: string): string {
  if (isAddress(text)) return text;
  throw new InvalidArgumentError('It must start with http:// or https://.');
}

function parsed(text: string): URL {
  if (isAddress(text)) return new URL(text);
  throw new Failure(`BELFRY_URL: "${text}" must start with http:// or https://.`);
}
