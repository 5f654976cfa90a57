// Whether a page of hosts opens with the form of a new one, as a parameter of its URL.
import { viewCodec } from '../../lib/view/codec.ts';
import { choice } from '../../lib/view/param.ts';

export const addingCodec = viewCodec({ add: choice(['no', 'yes'], 'no') });
