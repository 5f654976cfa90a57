// The commands of `belfry` with their options.
import { languageOfEnv, languageOfTag } from '@belfry/domain/sentences/user-language';
import { languageTags } from '@belfry/schema/languages/languages';
import type { Command } from 'commander';
import { type Api, createApi, readOption } from './api.ts';
import { acknowledge, alerts, silence, unacknowledge } from './commands/alerts.ts';
import { backups } from './commands/backups.ts';
import { apply, diff, exportFile, validate } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { drillPlans, drillStatus, drills, type HandOut, handOutDrill } from './commands/drill.ts';
import { guestHelp, guests } from './commands/guests.ts';
import { type JournalOptions, journal } from './commands/journal.ts';
import { nodes } from './commands/nodes.ts';
import { type NoiseOptions, noise } from './commands/noise.ts';
import { createBackup, listBackups, restoreElsewhere } from './commands/own-backups.ts';
import { type ReportOptions, report, verifyReport } from './commands/report.ts';
import { newSite, scanOf, sites } from './commands/sites.ts';
import { status } from './commands/status.ts';
import { exportTo, importFrom } from './commands/transfer.ts';
import { applyVersion, checkUpdate, planUpdate, updateHistory, updateStatus } from './commands/update.ts';
import { why } from './commands/why.ts';
import { completion } from './completion.ts';
import { Failure } from './failure.ts';
import { OPTION } from './language/chosen.ts';
import { messages } from './messages/program.ts';
import { messages as usage } from './messages/usage.ts';
import type { Output } from './print.ts';
import { becomeServer } from './server-program.ts';
import { SpokenCommand } from './spoken-command.ts';
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
  const program = new SpokenCommand('belfry')
    .description(messages.about)
    .option('--url <address>', messages.url(DEFAULT_URL), (text) => parsed(text, '--url').href)
    .option('--token-file <file>', messages.tokenFile)
    .option('--ca <file>', messages.ca)
    .option('--json', messages.json)
    .option(`${OPTION} <tag>`, messages.language(languageTags.join(', ')), spokenTag)
    .configureOutput({ writeOut: write });

  const api = (): Api => {
    const {
      url = env.BELFRY_URL ?? addressHere(env),
      tokenFile = env.BELFRY_TOKEN_FILE,
      ca = env.BELFRY_CA,
    } = program.opts<Global>();
    const token = env.BELFRY_TOKEN?.trim() || (tokenFile && readOption(tokenFile, '--token-file'));
    return createApi({
      url: parsed(url, 'BELFRY_URL'),
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
    throw new Failure(usage.noPassphrase);
  };

  program
    .command('status')
    .description(messages.status)
    .action(async () => exit(await status(api(), output())));
  program
    .command('nodes')
    .description(messages.nodes.about)
    .option('--site <name>', messages.nodes.site)
    .action((options) => nodes(api(), output(), options));
  const site = program
    .command('sites')
    .description(messages.sites.about)
    .action(() => sites(api(), output()));
  site
    .command('add <name>')
    .description(messages.sites.add)
    .action((name: string) => newSite(api(), output(), name));
  site
    .command('scan <site>')
    .description(messages.sites.scan)
    .option('--subnet <subnet>', messages.sites.subnet)
    .action((name: string, { subnet }) => scanOf(api(), output(), name, subnet));
  program
    .command('guests [search]')
    .description(messages.guests.about)
    .addHelpText('after', guestHelp())
    .option('--node <name>', messages.guests.node)
    .option('--status <status>', messages.guests.status)
    .option('--tag <tag>', messages.guests.tag)
    .option('--site <name>', messages.nodes.site)
    .action((search: string | undefined, options) => guests(api(), output(), { search, ...options }));
  const alert = program
    .command('alerts')
    .description(messages.alerts.about)
    .option('--level <level>', messages.alerts.level)
    .option('--site <name>', messages.nodes.site)
    .action((options) => alerts(api(), output(), options));
  alert
    .command('ack <id...>')
    .description(messages.alerts.ack)
    .action((ids: string[]) => acknowledge(api(), output(), ids));
  alert
    .command('unack <id...>')
    .description(messages.alerts.unack)
    .action((ids: string[]) => unacknowledge(api(), output(), ids));
  alert
    .command('silence <id>')
    .description(messages.alerts.silence)
    .requiredOption('--for <duration>', messages.alerts.for)
    .option('--reason <text>', messages.alerts.reason, messages.alerts.usualReason)
    .action((id: string, options: { for: string; reason: string }) =>
      silence(api(), output(), id, { duration: options.for, reason: options.reason }),
    );
  program
    .command('why <resource> [type]')
    .description(messages.why)
    .action((resource: string, type: string | undefined) => why(api(), output(), resource, type));
  program
    .command('noise')
    .description(messages.noise.about)
    .option('--days <number>', messages.noise.days)
    .option('--order <order>', messages.noise.order)
    .option('--time-zone <zone>', messages.noise.timeZone)
    .action((options: NoiseOptions) => noise(api(), output(), options));
  program
    .command('journal [resource]')
    .description(messages.journal.about)
    .option('--kind <kind>', messages.journal.kind)
    .option('--by <name>', messages.journal.by)
    .option('--from <time>', messages.journal.from)
    .option('--to <time>', messages.journal.to)
    .option('--limit <number>', messages.journal.limit)
    .option('--cursor <cursor>', messages.journal.cursor)
    .option('--format <format>', messages.journal.format)
    .action((resource: string | undefined, options: JournalOptions) => journal(api(), output(), resource, options));
  const evidence = program
    .command('report')
    .description(messages.report.about)
    .option('--period <period>', messages.report.period)
    .option('--output <file>', messages.report.output)
    .option('--format <format>', messages.report.format, 'pdf')
    .option('--scope <scope>', messages.report.scope, 'all')
    .option('--paper <paper>', messages.report.paper, 'a4')
    .action((options: Omit<ReportOptions, 'language'>) =>
      report(api(), output(), {
        ...options,
        language: program.opts<{ language?: string }>().language ?? languageOfEnv(env),
      }),
    );
  evidence
    .command('verify <file>')
    .description(messages.report.verify)
    .option('--key <key>', messages.report.key)
    .action((file: string, { key }: { key?: string }) => exit(verifyReport(output(), file, key)));
  const drill = program
    .command('drill')
    .description(messages.drill.about)
    .option('--guest <guest>', messages.drill.guest)
    .action(({ guest }: { guest?: string }) => drills(api(), output(), guest));
  drill
    .command('hand-out <guest>')
    .description(messages.drill.handOut)
    .option('--backup <volume>', messages.drill.backup)
    .option('--node <name>', messages.drill.node)
    .option('--storage <name>', messages.drill.storage)
    .option('--ports <list>', messages.drill.ports)
    .option('--hours <number>', messages.drill.hours)
    .action((guest: string, options: HandOut) => handOutDrill(api(), output(), guest, options));
  drill
    .command('list')
    .description(messages.drill.about)
    .action(() => drills(api(), output(), undefined));
  drill
    .command('status <id>')
    .description(messages.drill.status)
    .action(async (id: string) => exit(await drillStatus(api(), output(), id)));
  drill
    .command('plan')
    .description(messages.drill.plan)
    .action(async () => exit(await drillPlans(api(), output())));
  program
    .command('backups')
    .description(messages.backups)
    .action(() => backups(api(), output()));
  program
    .command('doctor')
    .description(messages.doctor.about)
    .option('--data-dir <folder>', messages.doctor.dataDir)
    .action(async ({ dataDir = env.BELFRY_DATA_DIR }) =>
      exit(await doctor(api(), output(), { dataDir, env, at: apiAt, now: now() })),
    );
  const update = program.command('update').description(messages.update.about);
  update
    .command('check')
    .description(messages.update.check)
    .action(async () => exit(await checkUpdate(api(), output())));
  update
    .command('plan [version]')
    .description(messages.update.plan)
    .action((version: string | undefined) => planUpdate(api(), output(), version));
  update
    .command('apply [version]')
    .description(messages.update.apply)
    .option('--yes', messages.update.yesToApply)
    .action(async (version: string | undefined, { yes = false }) =>
      exit(await applyVersion(api(), output(), version, yes)),
    );
  update
    .command('status')
    .description(messages.update.status)
    .action(() => updateStatus(api(), output()));
  update
    .command('history')
    .description(messages.update.history)
    .action(() => updateHistory(api(), output()));
  update
    .command('apply-staged')
    .description(messages.update.applyStaged)
    .action(async () => exit(await applyStagedHere({ file, env, write, now })));
  update
    .command('go-back')
    .description(messages.update.goBack)
    .option('--yes', messages.update.yesToGoBack)
    .action(async ({ yes = false }) => exit(await goBackHere({ file, env, write, now }, yes)));
  program
    .command('export <file>')
    .description(messages.export)
    .option('--passphrase-file <file>', messages.passphraseFile)
    .action((file: string, { passphraseFile }) => exportTo(api(), output(), file, passphrase(passphraseFile)));
  program
    .command('import <file>')
    .description(messages.import)
    .option('--passphrase-file <file>', messages.passphraseFile)
    .action((file: string, { passphraseFile }) => importFrom(api(), output(), file, passphrase(passphraseFile)));
  const backup = program.command('backup').description(messages.backup.about);
  backup
    .command('create')
    .description(messages.backup.create)
    .action(() => createBackup(api(), output()));
  backup
    .command('list')
    .description(messages.backup.list)
    .action(async () => exit(await listBackups(api(), output())));
  backup
    .command('restore <source>')
    .description(messages.backup.restore)
    .option('--data <folder>', messages.backup.data)
    .option('--replace', messages.backup.replace)
    .action(restoreElsewhere);
  const config = program.command('config').description(messages.config.about);
  config
    .command('validate <file>')
    .description(messages.config.validate)
    .action((file: string) => validate(output(), file));
  config
    .command('diff <file>')
    .description(messages.config.diff)
    .action(async (file: string) => exit(await diff(api(), output(), file)));
  config
    .command('apply <file>')
    .description(messages.config.apply)
    .option('--dry-run', messages.config.dryRun)
    .action((file: string, { dryRun = false }) => apply(api(), output(), file, { dryRun }));
  config
    .command('export [file]')
    .description(messages.config.export)
    .option('--secrets <folder>', messages.config.secrets)
    .action((file: string | undefined, { secrets }) => exportFile(api(), output(), { file, secrets }));
  program
    .command('collector')
    .description(messages.collector)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[words...]')
    .action(() => becomeServer(file));
  program
    .command('completion <shell>')
    .description(messages.completion)
    .action((shell: string) => write(completion(program, shell)));
  return program;
}

function parsed(text: string, name: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(usage.address(name, text));
}

function spokenTag(text: string): string {
  const tag = languageOfTag(text);
  if (tag !== undefined) return tag;
  throw new Failure(usage.noLanguage(text, languageTags.join(', ')));
}
