// What the page of thresholds shows, as the parameters of its URL.
import { flag } from '../../lib/prefs.ts';
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { choice, text } from '../../lib/view/param.ts';

export const thresholdsCodec = viewCodec({ search: text(), show: choice(['all', 'custom', 'off'], 'all') });
export type ThresholdsView = ViewOf<typeof thresholdsCodec>;

export const tipsHidden = flag('hideThresholdTips', false);
