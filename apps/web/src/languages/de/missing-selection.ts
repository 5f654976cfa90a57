import type { messages } from '../../ui/missing-selection.tsx';
import type { Translation } from './translation.ts';

export const missingSelection: Translation<typeof messages> = { dismiss: 'Ausblenden' };
