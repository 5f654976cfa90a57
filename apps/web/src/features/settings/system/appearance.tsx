// The theme: for all browsers, and in this browser; and the language of this browser.
import { chooseLanguage } from '../../../lib/draft/choose-language.ts';
import { languageNames, languagePref } from '../../../lib/language/language.ts';
import { usePref } from '../../../lib/prefs.ts';
import { themePref } from '../../../lib/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { messages } from './messages.ts';
import type { CardForm } from './settings-form.tsx';

export function Appearance({ form, set, errorOf, isLocked, hintOf }: CardForm) {
  const [own, choose] = usePref(themePref);
  const [language] = usePref(languagePref);
  return (
    <Card title={messages.appearance}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SelectField
          label={messages.theme}
          hint={hintOf('theme', messages.themeHint)}
          error={errorOf('theme')}
          options={messages.themes}
          value={form.theme}
          disabled={isLocked('theme')}
          onValue={(theme) => set({ theme })}
        />
        <div className="flex flex-col items-start gap-1">
          <span className="text-sm font-medium text-soft">{messages.own}</span>
          <div className="flex w-full">
            <Segmented label={messages.own} options={messages.owns} value={own} onChange={choose} />
          </div>
        </div>
        <SelectField
          label={messages.language}
          hint={messages.languageHint}
          options={[['system', messages.ofBrowser], ...languageNames]}
          value={language}
          onValue={chooseLanguage}
        />
      </div>
    </Card>
  );
}
