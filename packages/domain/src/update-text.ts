// What the server and the updater say about an update: in English, and by name for a client with another language.
import type { NamedText } from '@belfry/schema/named-text';
import { updating } from '@belfry/schema/sentences/updating';

export interface UpdateText {
  message: string;
  named: NamedText;
}

type Name = keyof typeof updating extends `updating.${infer Known}` ? Known : never;

export function updateText(name: Name, values: NamedText['values'] = {}): UpdateText {
  const message = updating[`updating.${name}`].replaceAll(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '');
  return { message, named: { id: name, values } };
}
