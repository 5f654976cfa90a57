// Another language renders the whole page anew, so it asks before unsaved changes are lost.
import { languagePref, loadLanguage } from '../language/language.ts';
import { savePref } from '../prefs.ts';
import { leaveAll } from './unsaved.ts';

export const chooseLanguage = (tag: typeof languagePref.fallback): void =>
  leaveAll(() => {
    savePref(languagePref, tag);
    void loadLanguage();
  });
