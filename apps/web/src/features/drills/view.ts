// What the screen about restore tests shows, as the parameters of its URL.
import { viewCodec } from '../../lib/view/codec.ts';
import { id } from '../../lib/view/param.ts';

export const drillsCodec = viewCodec({
  /** The restore test that is open. */
  open: id(),
  /** The guest that is chosen in the form. */
  guest: id(),
});
