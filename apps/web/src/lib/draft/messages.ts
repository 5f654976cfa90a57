// The texts of the question before unsaved changes are lost, and of a field that somebody else changed.
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('draft', {
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes are not saved yet. If you leave now, they are lost.',
  leave: 'Leave',
  stay: 'Stay here',
  theirs: (value: string) => `Changed by somebody else in the meantime. The server has: ${value}`,
  takeTheirs: 'Use this value',
  nothing: 'nothing',
});
