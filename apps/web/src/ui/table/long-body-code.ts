// The body of long tables is not in the first file: few tables are long, and the first rows are shown without it.
import { lateCode } from '../../lib/late-code.ts';

export const longBody = lateCode(async () => (await import('./long-body.tsx')).LongBody);
