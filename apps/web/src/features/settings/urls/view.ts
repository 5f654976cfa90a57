// What the page of guest URLs shows, as the parameters of its URL.
import { viewCodec } from '../../../lib/view/codec.ts';
import { text } from '../../../lib/view/param.ts';

export const urlsCodec = viewCodec({ search: text() });
