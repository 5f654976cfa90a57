// An answer that is a web page. No service that is called by a program answers with one: it is a sign-in in front of the service, or
// another address than was meant.
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Answer } from './request.ts';

type Body = Pick<Answer, 'headers' | 'body'>;

const MAX_TITLE = 80;
const declared = /^\s*(text\/html|application\/xhtml\+xml)\b/i;
const markup = /^\ufeff?\s*</;
const html = /<(!doctype\s+html|html)\b/i;
/** Characters in which the beginning of a page says that it is HTML, and not XML of another kind. */
const BEGINNING = 2000;

/** PHP calls each text HTML unless it is told otherwise, so a text without a tag is no page. Compressed content is not read. */
export function isPage({ headers, body }: Body): boolean {
  if (markup.test(body) && html.test(body.slice(0, BEGINNING))) return true;
  if (!declared.test(headers['content-type'] ?? '')) return false;
  return /<[a-z!]/i.test(body) || headers['content-encoding'] !== undefined;
}

/** `host` has a port. The words are for an administrator. Undefined: the answer is no page. */
export function pageProblem(answer: Body, host: string): { message: string; sentence: Sentence } | undefined {
  if (!isPage(answer)) return undefined;
  const [, found = ''] = /<title(?:\s[^<>]*)?>([^<]*)/i.exec(answer.body) ?? [];
  const title = found.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  return inEnglish({ id: 'send.page', values: { host, title: title && ` ("${title}")` } });
}
