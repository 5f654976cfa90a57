// The words for the health of a disk.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('diskHealth', {
  healthy: 'HEALTHY',
  failed: 'FAILED',
  worn: 'LOW LIFE',
  unknown: 'UNKNOWN',
});
