// A letter for each result of a night, see `Nights`.
import type { Night } from '@belfry/domain/protection/nights';

export const letterOf: Record<Night['result'], string> = {
  ok: 'o',
  failed: 'f',
  damaged: 'd',
  missed: 'm',
  running: 'r',
  pending: 'p',
  ambiguous: 'a',
  unknown: 'u',
  none: '-',
};
