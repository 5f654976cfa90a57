// Parts of pages that are made of the source. A line `[[name]]` in a document is replaced by the part of that name.
import { emailProviders } from '../../apps/server/src/notify/services/email/presets.ts';
import { webhookServices, webhookTemplates } from '../../apps/server/src/notify/services/registry.ts';
import { alertTypes, factsOf } from '../../packages/domain/src/alerts/catalogue.ts';
import * as limits from '../../packages/domain/src/own-limits.ts';
import { factoryConfig } from '../../packages/schema/src/alerts/factory-config.ts';
import { kindForms } from '../../packages/schema/src/config/kind-forms.ts';
import { forecastTables } from './forecast-figures.ts';
import { noticesTable } from './notices-table.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const code = (text: string): string => `\`${text}\``;
const fence = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');
const mib = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

const service = ({
  service: key,
  name,
  urlPattern,
  instructions,
  requiredFields,
}: (typeof webhookTemplates)[number]) => {
  const pace = webhookServices.find((each) => each.key === key)?.perMinute;
  const fields = Object.entries(requiredFields).map(([field, title]) => `${code(field)} (${title})`);
  return [
    `### ${name}`,
    '',
    instructions,
    '',
    `- Address: ${code(urlPattern)}`,
    `- Service in the API: ${code(key)}`,
    ...(fields.length > 0 ? [`- Custom fields that it needs: ${fields.join(', ')}`] : []),
    ...(pace === undefined ? [] : [`- At most ${pace} messages a minute`]),
  ].join('\n');
};

const provider = ({ name, smtpHost, smtpPort, instructions }: (typeof emailProviders)[number]) => [
  name,
  smtpHost === '' ? 'your own' : code(smtpHost),
  String(smtpPort),
  instructions,
];

const triggers = Object.entries({ Guests: factoryConfig.guestDefaults, Nodes: factoryConfig.nodeDefaults }).flatMap(
  ([kind, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && 'trigger' in value
        ? [
            [
              kind,
              code(name),
              value.trigger < 0 ? 'off' : String(value.trigger),
              value.trigger < 0 ? '' : String(value.clear),
            ],
          ]
        : [],
    ),
);

const parts: Record<string, () => string> = {
  services: () => webhookTemplates.map(service).join('\n\n'),
  'email-providers': () => table(['Provider', 'Server', 'Port', 'What to enter'], emailProviders.map(provider)),
  'alert-types': () =>
    table(
      ['Type', 'Of', 'Category', 'Value in'],
      Object.keys(alertTypes).map((type) => {
        const { of, category, unit } = factsOf(type);
        return [code(type), of.join(', '), category, unit === 'none' ? '' : unit];
      }),
    ),
  notices: () => noticesTable(table),
  forecasts: () => forecastTables(table),
  thresholds: () => table(['Of', 'Value', 'Raised at', 'Ends at'], triggers),
  'commands-pve': () => fence(kindForms.pve.commands),
  'commands-pve-backups': () => fence(kindForms.pve.backupCommands ?? []),
  'commands-pbs': () => fence(kindForms.pbs.commands),
  'commands-pmg': () => fence(kindForms.pmg.commands),
  limits: () =>
    table(
      ['What', 'At most'],
      [
        ['Calls a minute of the fast poll to a cluster, whatever the number of guests', String(limits.MAX_FAST_CALLS)],
        ['Resident memory up to 1,000 guests, without the history', mib(limits.MEMORY.upTo1000)],
        ['Resident memory with 10,000 guests, without the history', mib(limits.MEMORY.at10000)],
        ['More of it with the history', mib(limits.MEMORY_OF_HISTORY)],
        ['Sent to one browser in 10 s, with 1,000 guests', `${limits.MAX_SENT_IN_10_S / 1000} KB`],
        ['Written a day by the history of 100 guests', `${limits.WRITTEN_A_DAY_BY_HISTORY / 1e6} MB`],
        ['Written a day in all, by 100 guests', `${Math.round((limits.mostWritten(100) * 86_400) / 1e6)} MB`],
      ],
    ),
};

/** The text with its parts. Throws if a part does not exist. */
export const withParts = (text: string): string =>
  text.replaceAll(/^\[\[([\w-]+)\]\]$/gm, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`there is no part [[${name}]]`);
    return part();
  });
