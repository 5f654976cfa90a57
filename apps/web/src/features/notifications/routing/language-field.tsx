// The language of the messages of a destination.
import { isLanguage, type LanguageTag } from '@belfry/schema/languages/languages';
import { languageNames } from '../../../lib/language/language.ts';
import { SelectField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';

interface LanguageFieldProps {
  value: LanguageTag;
  onChange(language: LanguageTag): void;
}

export const LanguageField = ({ value, onChange }: LanguageFieldProps) => (
  <SelectField
    label={messages.language}
    options={languageNames}
    value={value}
    onValue={(tag) => isLanguage(tag) && onChange(tag)}
  />
);
