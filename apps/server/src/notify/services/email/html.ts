// A message as HTML that mail programs show: tables, styles on each element, no pictures, no scripts. Programs that know dark
// themes take the second set of colours.
import type { Urgency } from '../../text/words.ts';
import type { Content, Entry } from './content.ts';

const colours: Record<Urgency, string> = {
  critical: '#b91c1c',
  warning: '#b45309',
  resolved: '#15803d',
  information: '#1d4ed8',
};
const darkColours: Record<Urgency, string> = {
  critical: '#fca5a5',
  warning: '#fcd34d',
  resolved: '#86efac',
  information: '#93c5fd',
};
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BREAK = 'word-break:break-word;overflow-wrap:anywhere';
const TEXT = `${FONT};font-size:15px;line-height:22px;color:#1f2937;${BREAK}`;
const SMALL = `${FONT};font-size:13px;line-height:19px;color:#4b5563;${BREAK}`;
const LINE = 'border-top:1px solid #e5e7eb';

const dark = [
  '.page{background:#111827!important}',
  '.card{background:#1f2937!important;border-color:#374151!important}',
  '.text{color:#f3f4f6!important}',
  '.small{color:#b6bdc9!important}',
  '.line{border-color:#374151!important}',
  '.button{background:#f3f4f6!important;color:#111827!important}',
  ...Object.entries(darkColours).map(([urgency, colour]) => `.is-${urgency}{color:${colour}!important}`),
].join('');
const css = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){${dark}}
@media(max-width:480px){.page{padding:0!important}.card{border-radius:0!important;border-width:0!important}.pad{padding-left:16px!important;padding-right:16px!important}}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text, also in attributes. Control characters are left out; a line break stays one. */
const escapeHtml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/\n/g, '<br>');

const table = (rows: string, style = '') =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}">${rows}</table>`;

const badge = (urgency: Urgency, label: string) =>
  `<span class="is-${urgency}" style="color:${colours[urgency]};font-weight:700">${escapeHtml(label)}</span>`;

const factRow = ({ name, value }: { name: string; value: string }) =>
  `<tr><td class="small line" width="104" valign="top" style="${SMALL};${LINE};padding:7px 12px 7px 0;word-break:normal">${escapeHtml(name)}</td>` +
  `<td class="text line" valign="top" style="${TEXT};font-size:14px;line-height:20px;${LINE};padding:7px 0">${escapeHtml(value)}</td></tr>`;

const entryRow = ({ urgency, label, name, line, details }: Entry) =>
  `<tr><td class="line" style="${LINE};padding:12px 0">` +
  `<div class="text" style="${TEXT}">${badge(urgency, label)} <strong>${escapeHtml(name)}</strong></div>` +
  `<div class="text" style="${TEXT};font-size:14px;line-height:20px">${escapeHtml(line)}</div>` +
  `<div class="small" style="${SMALL}">${details.map(escapeHtml).join(' &middot; ')}</div></td></tr>`;

export function htmlOf(content: Content): string {
  const { tag, urgency, label, title, summary, facts, entries, left, links, footer } = content;
  const row = (inside: string, padding: string) => `<tr><td class="pad" style="padding:${padding}">${inside}</td></tr>`;
  const body = [
    `<tr><td class="pad" style="background:${colours[urgency]};padding:10px 24px;${FONT};font-size:13px;line-height:18px;font-weight:700;color:#ffffff">${escapeHtml(label)}</td></tr>`,
    row(
      `<h1 class="text" style="margin:0;${TEXT};font-size:20px;line-height:27px;font-weight:600">${escapeHtml(title)}</h1>` +
        `<p class="text" style="margin:8px 0 0;${TEXT}">${escapeHtml(summary)}</p>`,
      '20px 24px 16px',
    ),
    facts.length > 0 ? row(table(facts.map(factRow).join('')), '0 24px 8px') : '',
    entries.length > 0 ? row(table(entries.map(entryRow).join(''), 'table-layout:fixed'), '0 24px') : '',
    left
      ? row(
          `<p class="text line" style="margin:0;${TEXT};${LINE};padding-top:12px">${escapeHtml(left)}</p>`,
          '0 24px 12px',
        )
      : '',
    links.length === 0 ? '' : row(links.map(buttonOf).join(' '), '8px 24px 24px'),
    row(
      `<p class="small line" style="margin:0;${SMALL};${LINE};padding-top:12px">${escapeHtml(footer)}</p>`,
      '4px 24px 16px',
    ),
  ].join('\n');
  const card = `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border-collapse:separate;background:#ffffff;border:1px solid #e5e7eb;border-radius:10px;overflow:hidden;text-align:left">${body}</table>`;
  return `<!DOCTYPE html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${css}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="page" align="center" style="padding:24px 12px;background:#f3f4f6">
${card}
</td></tr></table></body></html>
`;
}

const buttonOf = ({ name, url }: Content['links'][number]) =>
  `<a class="button" href="${escapeHtml(url)}" style="display:inline-block;background:#1f2937;color:#ffffff;${FONT};font-size:14px;line-height:20px;font-weight:600;text-decoration:none;padding:9px 16px;margin:0 0 6px;border-radius:6px">${escapeHtml(name)}</a>`;
