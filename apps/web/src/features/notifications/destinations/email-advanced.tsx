// Encryption, pace and retries, which a preset or the defaults usually set well.

import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { EmailParts } from './email-card.tsx';
import { textField } from './email-fields.tsx';
import { encryptionOf } from './email-form.ts';
import { messages } from './messages.ts';

export function EmailAdvanced(parts: EmailParts) {
  const texts = messages.email;
  const { form, set, hintOf, errorOf } = parts;
  const encryption = encryptionOf(form);
  const hasError = (['fingerprint', 'greeting', 'rateLimit', 'maxRetries', 'retryDelay'] as const).some(
    (name) => errorOf(name) !== undefined,
  );
  return (
    <details {...(hasError && { open: true })}>
      <summary className="cursor-pointer">
        <span className="font-medium">{texts.advanced}</span>{' '}
        <span className="text-sm text-mute">
          {texts.summary(texts.encryption[encryption], form.rateLimit, form.maxRetries, form.retryDelay)}
        </span>
      </summary>
      <div className="flex flex-col gap-3 pt-3">
        <div className="flex flex-wrap items-center gap-x-6">
          <Switch label={texts.fields.tls} hint={hintOf('tls')} checked={form.tls} onChange={(tls) => set({ tls })} />
          <Switch
            label={texts.fields.startTLS}
            hint={hintOf('startTLS')}
            checked={form.startTLS}
            onChange={(startTLS) => set({ startTLS })}
          />
        </div>
        <p className="text-sm text-mute">{texts.encryptions[encryption]}</p>
        <TextField {...textField(parts, 'fingerprint', texts.fingerprintHint)} mono />
        <TextField
          {...textField(parts, 'greeting', texts.greetingHint)}
          placeholder={texts.greetingUnset}
          autoCapitalize="none"
        />
        <div className="grid grid-cols-2 items-start gap-3 [&>:first-child]:col-span-full">
          <TextField {...textField(parts, 'rateLimit')} inputMode="numeric" />
          <TextField {...textField(parts, 'maxRetries')} inputMode="numeric" />
          <TextField {...textField(parts, 'retryDelay')} inputMode="numeric" />
        </div>
      </div>
    </details>
  );
}
