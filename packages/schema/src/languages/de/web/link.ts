import type { messages } from '../../../../../../apps/web/src/features/link/messages.ts';
import type { Translation } from '../../translation.ts';

export const link: Translation<typeof messages> = {
  opening: 'Ansicht wird geöffnet...',
  invalid: 'Dieser Link ist ungültig',
  invalidHint: 'Er wurde widerrufen oder ist unvollständig. Bitten Sie einen Administrator von Belfry um einen neuen.',
  signIn: 'Anmelden',
  waiting: 'Belfry antwortet nicht',
  waitingHint: 'Die Ansicht öffnet sich, sobald es antwortet.',
};
