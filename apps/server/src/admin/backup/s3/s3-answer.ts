// What a store that speaks S3 answers: XML of another machine, of which nothing is trusted.
import { SaxesParser } from 'saxes';
import { BackupError } from '../../../db/backup/backup-error.ts';
import type { StreamedAnswer } from '../../../lib/outgoing/streamed.ts';

export interface Listing {
  objects: { key: string; sizeBytes: number }[];
  /** There is more; undefined: this is the end. */
  next: string | undefined;
}

const MAX_LISTING = 4 * 1024 * 1024;
const MAX_ERROR = 64 * 1024;
const DEEPEST = 8;

/** Undefined when this is no list of objects. */
export async function listingOf(answer: StreamedAnswer): Promise<Listing | undefined> {
  const objects: Listing['objects'] = [];
  let object: { key?: string; size?: string } = {};
  let [isTruncated, token] = ['', ''];
  const isRead = readXml(await textOf(answer, MAX_LISTING), 'ListBucketResult', (place, text) => {
    if (place === 'Contents/Key') object.key = text;
    else if (place === 'Contents/Size') object.size = text;
    else if (place === 'IsTruncated') isTruncated = text.trim();
    else if (place === 'NextContinuationToken') token = text;
    else if (place === 'Contents') {
      const { key, size } = object;
      if (key === undefined || !/^\d{1,15}$/.test(size ?? '')) throw new Error('no key or no size');
      objects.push({ key, sizeBytes: Number(size) });
      object = {};
    }
  });
  if (!isRead || !/^(true|false)$/.test(isTruncated) || (isTruncated === 'true' && token === '')) return undefined;
  return { objects, next: isTruncated === 'true' ? token : undefined };
}

/** The code of an error, such as `NoSuchBucket`. Empty when the answer has none. */
export async function errorCodeOf(answer: StreamedAnswer): Promise<string> {
  let code = '';
  const text = await textOf(answer, MAX_ERROR).catch(() => '');
  const isRead = readXml(text, 'Error', (place, found) => {
    if (place === 'Code') code = found.trim();
  });
  return isRead && /^\w{1,64}$/.test(code) ? code : '';
}

async function textOf(answer: StreamedAnswer, most: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer.pieces) {
    size += piece.length;
    if (size > most) throw new BackupError('The answer of the store is larger than Belfry reads.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** `found` gets each element at its end, with its place below the root. False when it is not this document, or no proper XML. */
function readXml(xml: string, root: string, found: (place: string, text: string) => void): boolean {
  const parser = new SaxesParser();
  const open: string[] = [];
  let text = '';
  const take = (more: string) => {
    text += more;
  };
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (open[0] !== root || open.length > DEEPEST) throw new Error('another document');
    text = '';
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    found(open.slice(1).join('/'), text);
    open.pop();
    text = '';
  });
  try {
    parser.write(xml).close();
    return true;
  } catch {
    return false;
  }
}
