// The cards of the System page that have only plain fields.
import { intervalOf, kinds, nodeTypes } from '@belfry/schema/config/kinds';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { SystemForm } from './form.ts';
import { messages } from './messages.ts';
import type { CardForm } from './settings-form.tsx';

type TextName = { [N in keyof SystemForm]: SystemForm[N] extends string ? N : never }[keyof SystemForm];
type FlagName = { [N in keyof SystemForm]: SystemForm[N] extends boolean ? N : never }[keyof SystemForm];

interface TextProps {
  card: CardForm;
  name: TextName;
  label: string;
  hint?: string;
  placeholder?: string;
  inputMode?: 'numeric';
}

export function Text({ card, name, label, hint, ...input }: TextProps) {
  return (
    <TextField
      label={label}
      hint={card.hintOf(name, hint)}
      error={card.errorOf(name)}
      value={card.form[name]}
      disabled={card.isLocked(name)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => card.set({ [name]: event.currentTarget.value })}
      {...input}
    />
  );
}

export function Flag({ card, name, label, hint }: { card: CardForm; name: FlagName; label: string; hint: string }) {
  return (
    <Switch
      label={label}
      hint={card.hintOf(name, hint)}
      checked={card.form[name]}
      disabled={card.isLocked(name)}
      onChange={(on) => card.set({ [name]: on })}
    />
  );
}

export const Network = (card: CardForm) => (
  <Card title={messages.network}>
    <Text
      card={card}
      name="allowedOrigins"
      label={messages.origins}
      hint={messages.originsHint}
      placeholder={messages.originsExample}
    />
    <p className="text-sm text-mute">{messages.ports}</p>
  </Card>
);

export const Embedding = (card: CardForm) => (
  <Card title={messages.embedding}>
    <Flag card={card} name="allowEmbedding" label={messages.allowEmbedding} hint={messages.allowEmbeddingHint} />
    {card.form.allowEmbedding && (
      <Text
        card={card}
        name="allowedEmbedOrigins"
        label={messages.embedOrigins}
        hint={messages.embedOriginsHint}
        placeholder={messages.originsExample}
      />
    )}
  </Card>
);

export const Discovery = (card: CardForm) => (
  <Card title={messages.discovery} hint={messages.discoveryHint}>
    <Flag card={card} name="discoveryEnabled" label={messages.discoveryEnabled} hint={messages.discoveryEnabledHint} />
    <div className="max-w-md">
      <Text card={card} name="discoverySubnet" label={messages.subnet} hint={messages.subnetHint} placeholder="auto" />
    </div>
  </Card>
);

export const Polling = (card: CardForm) => (
  <Card title={messages.polling} hint={messages.pollingHint}>
    <div className="grid grid-cols-3 items-start gap-3 md:max-w-lg">
      {nodeTypes.map((type) => (
        <Text key={type} card={card} name={intervalOf(type)} label={kinds[type].label} inputMode="numeric" />
      ))}
    </div>
  </Card>
);
