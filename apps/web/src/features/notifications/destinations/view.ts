// What the page of destinations shows, as the parameters of its URL: the question of "Who would hear of this?" and the filters of the log.
import { viewCodec } from '../../../lib/view/codec.ts';
import { logParams } from '../delivery-log/view.ts';
import { recipientParams } from '../recipients/view.ts';

export const destinationsCodec = viewCodec({ ...recipientParams, ...logParams });
