// A field for a passphrase, with a switch that shows what is typed: a typing error would make a backup useless.
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { messages } from './messages.ts';

type PassphraseFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> & {
  onText(text: string): void;
};

export function PassphraseField({ onText, ...field }: PassphraseFieldProps) {
  const [shown, show] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Switch label={messages.show} checked={shown} onChange={show} />
    </div>
  );
}
