// The page of a standby: who is active, in the language of the browser. It has no script, and comes again by itself.

import { languageOfTag } from '@belfry/domain/sentences/user-language';
import { wordsIn } from '@belfry/domain/sentences/words';
import { type LanguageTag, languages } from '@belfry/schema/languages/languages';
import type { Standing } from './waiting.ts';

const AGAIN_S = 5;
const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:18vh auto 0;padding:0 1.5rem}' +
  'h1{font-size:1.25rem}p{margin:.5rem 0}small{opacity:.75}';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** The first language that Belfry speaks of those that a browser names, in its order of preference. */
export function languageOf(accepted = ''): LanguageTag {
  const wished = accepted.split(',').map((item, order) => {
    const [tag = '', ...more] = item.split(';');
    const weight = Number(/^\s*q=([\d.]+)/.exec(more.join(';'))?.[1] ?? 1);
    return { language: languageOfTag(tag), weight: Number.isFinite(weight) ? weight : 0, order };
  });
  const best = wished
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.order - b.order);
  return best[0]?.language ?? 'en';
}

export async function standbyPage(own: string, { active, trouble }: Standing, tag: LanguageTag): Promise<string> {
  const { say } = wordsIn(await languages[tag].load());
  const title = escaped(say({ id: 'servers.pageTitle', values: { own } }));
  const lines: string[] = [];
  if (active) {
    const { name, address } = active;
    const since = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'long' }).format(active.since);
    lines.push(escaped(say({ id: 'servers.pageActive', values: { name, since } })));
    const link = escaped(say({ id: 'servers.pageOpen', values: { address } }));
    // Another server wrote the address into the database.
    if (/^https?:\/\//.test(address)) lines.push(`<a href="${escaped(address)}">${link}</a>`);
  } else lines.push(escaped(say({ id: 'servers.pageNone' })));
  if (trouble) lines.push(escaped(say({ id: 'servers.pageTrouble', values: { reason: trouble } })));
  lines.push(`<small>${escaped(say({ id: 'servers.pageReload' }))}</small>`);
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${AGAIN_S}"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main></body></html>`;
}
