// The texts of the question before unsaved changes are lost, and of a field that somebody else changed.
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('draft', {
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes are not saved yet. If you leave now, they are lost.',
  leave: 'Leave',
  stay: 'Stay here',
  theirs: (value: string) => `Changed by somebody else in the meantime. The server has: ${value}`,
  takeTheirs: 'Use this value',
  overtaken:
    'Somebody else has saved this in the meantime, so it is not saved yet. What you typed is still here: look at what changed, then save again.',
  others: (fields: string) => `Somebody else has saved in the meantime: ${fields}.`,
  yours: (fields: string) => `You have changed this too: ${fields}. What you typed stays.`,
  takeAll: 'Use what the server has',
  nothing: 'nothing',
});
