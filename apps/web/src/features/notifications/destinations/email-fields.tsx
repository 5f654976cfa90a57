// The mail server, the sender, the account and the recipients.
import type { EmailProvider } from '@belfry/schema/notifications/email';
import { useQuery } from '@tanstack/react-query';
import { AreaField, SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { EmailParts } from './email-card.tsx';
import { type EmailForm, presetOf } from './email-form.ts';
import { messages } from './messages.ts';
import { emailProviders } from './queries.ts';

type TextName = { [N in keyof EmailForm]: EmailForm[N] extends string ? N : never }[keyof EmailForm];

/** What a text field of the form has. */
export const textField = ({ form, set, errorOf, hintOf }: EmailParts, name: TextName, hint?: string) => ({
  label: messages.email.fields[name],
  hint: hintOf(name, hint),
  error: errorOf(name),
  value: form[name],
  autoComplete: 'off',
  spellCheck: false,
  onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
});

export function EmailFields(parts: EmailParts) {
  const texts = messages.email;
  const { form, set } = parts;
  const { data: providers = [] } = useQuery(emailProviders);
  const preset = providers.find(({ name }) => name === form.provider);
  return (
    <>
      <SelectField
        label={texts.fields.provider}
        options={providerOptions(providers, form.provider)}
        value={form.provider}
        hint={messages.instructions[form.provider] ?? preset?.instructions}
        onValue={(name) => set({ ...presetOf(providers.find((each) => each.name === name)), provider: name })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <TextField {...textField(parts, 'server')} placeholder="smtp.example.com" autoCapitalize="none" />
        <TextField {...textField(parts, 'port')} inputMode="numeric" />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField {...textField(parts, 'from')} placeholder="belfry@example.com" inputMode="email" />
        <TextField {...textField(parts, 'replyTo')} placeholder={texts.asFrom} inputMode="email" />
      </div>
      <Segmented
        label={texts.fields.auth}
        className="self-start max-md:flex-none max-md:self-stretch"
        options={texts.auths}
        value={form.auth}
        onChange={(auth) => set({ auth })}
      />
      {form.auth === 'password' ? <PasswordFields {...parts} /> : <TokenFields {...parts} />}
      <AreaField {...textField(parts, 'to', texts.recipientsHint)} rows={3} />
    </>
  );
}

function PasswordFields(parts: EmailParts) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <TextField {...textField(parts, 'username')} />
      <SecretField parts={parts} name="password" />
    </div>
  );
}

function TokenFields(parts: EmailParts) {
  const texts = messages.email;
  const { form, set } = parts;
  const isService = form.grant === 'clientCredentials';
  return (
    <>
      <Segmented
        label={texts.fields.grant}
        className="self-start max-md:flex-none max-md:self-stretch"
        options={texts.grants}
        value={form.grant}
        onChange={(grant) => set({ grant })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField {...textField(parts, 'username', isService ? texts.mailboxHint : undefined)} />
        {!isService && <SecretField parts={parts} name="password" label={texts.accessToken} />}
        <TextField
          {...textField(parts, 'tokenUrl', isService ? texts.serviceHint : texts.tokenHint)}
          className="col-span-2"
          inputMode="url"
        />
        <TextField {...textField(parts, 'clientId')} />
        <SecretField parts={parts} name="clientSecret" />
        <TextField {...textField(parts, 'scope', texts.scopeHint)} className="col-span-2" />
        {!isService && <SecretField parts={parts} name="refreshToken" className="col-span-2" />}
      </div>
    </>
  );
}

interface SecretFieldProps {
  parts: EmailParts;
  name: 'password' | 'clientSecret' | 'refreshToken';
  label?: string;
  className?: string;
}

/** What is stored is never shown. Blank keeps it. */
function SecretField({ parts, name, label, className = '' }: SecretFieldProps) {
  const field = textField(parts, name);
  return (
    <TextField
      {...field}
      {...(label !== undefined && { label })}
      className={className}
      type="password"
      autoComplete="new-password"
      placeholder={parts.saved[`${name}Set`] ? messages.email.kept : ''}
    />
  );
}

/** A provider that an older version stored stays in the list. */
function providerOptions(providers: readonly EmailProvider[], chosen: string): [string, string][] {
  const names = providers.map(({ name }) => name);
  const all = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  return [['', messages.email.ownServer], ...all.map((name): [string, string] => [name, name])];
}
