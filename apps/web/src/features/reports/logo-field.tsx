// A field for the file of a logo. The settings keep its content as a text.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { messages } from './messages.ts';

const MAX_BYTES = 200 << 10;
const TYPES = ['image/png', 'image/jpeg'];

interface LogoFieldProps {
  /** A `data:` address; empty: none. */
  value: string;
  onValue(value: string): void;
}

export function LogoField({ value, onValue }: LogoFieldProps) {
  const [isWrong, setWrong] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    const isRight = TYPES.includes(file.type) && file.size <= MAX_BYTES;
    setWrong(!isRight);
    if (!isRight) return;
    const reader = new FileReader();
    reader.onload = () => onValue(`${reader.result}`);
    reader.readAsDataURL(file);
  };
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={messages.logo}
        hint={messages.logoHint}
        error={isWrong ? messages.logoTooLarge : undefined}
        type="file"
        accept={TYPES.join()}
        onChange={(event) => read(event.currentTarget.files?.[0])}
      />
      {value !== '' && (
        <p className="flex items-center gap-2 text-sm text-mute">
          {messages.logoSet}
          <Button onClick={() => onValue('')}>{messages.removeLogo}</Button>
        </p>
      )}
    </div>
  );
}
