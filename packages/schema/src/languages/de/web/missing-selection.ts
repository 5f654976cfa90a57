import type { messages } from '../../../../../../apps/web/src/ui/missing-selection.tsx';
import type { Translation } from '../../translation.ts';

export const missingSelection: Translation<typeof messages> = { dismiss: 'Ausblenden' };
