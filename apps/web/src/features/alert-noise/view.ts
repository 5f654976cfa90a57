// What the noise report shows, as the parameters of its URL.
import { viewCodec } from '../../lib/view/codec.ts';
import { choice } from '../../lib/view/param.ts';

export const noiseCodec = viewCodec({
  order: choice(['most', 'unheeded', 'alone'], 'most'),
  days: choice(['30', '90'], '30'),
});
