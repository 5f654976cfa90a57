// Values, their origins and the names of rows, for a person.
import { criticalOf } from '@belfry/domain/alerts/critical';
import {
  type FieldName,
  isMetric,
  isOff,
  isThreshold,
  readDelay,
  readField,
  storedValue,
  type Typed,
} from './fields.ts';
import { knownName } from './known-resources.ts';
import { messages } from './messages.ts';
import type { Section } from './sections.ts';
import type { CellValue, Target } from './targets.ts';

/** A delay of 0 is a delay. */
export const valueText = ({ kind }: Target, value: number): string =>
  kind !== 'delays' && isOff(value) ? messages.offValue : messages.number(value);

export function originText({ kind }: Target, { from, key = '' }: Pick<CellValue, 'from' | 'key'>): string {
  const name = key.slice(key.indexOf(':') + 1);
  if (from === 'tag') return messages.origins.tag(name);
  if (from === 'node') return messages.origins.node(knownName(name));
  if (from === 'server') return messages.origins.server(knownName(key));
  if (kind === 'defaults') return messages.origins.own;
  return messages.origins[from];
}

/** Where the value would come from without this one. */
export const inheritedText = (target: Target, inherited: CellValue): string =>
  target.kind === 'defaults' ? messages.origins.factory : originText(target, { ...inherited });

export function readText(target: Target, field: FieldName, text: string): Typed {
  return target.kind === 'delays' ? readDelay(text) : readField(field, text, messages.offWords);
}

export function wrongText(typed: Extract<Typed, { kind: 'wrong' }>): string {
  const text = messages.wrong[typed.why](messages.number(typed.least), messages.number(typed.most));
  return typed.least < 0 ? messages.orOff(text) : text;
}

/** What a value does. `stored`: the value that it replaces. */
export function effectText(field: FieldName, value: number, stored: unknown, margin: number): string {
  if (isOff(value)) return messages.editor.off;
  const next = storedValue(field, value, stored, margin);
  if (!isMetric(field) || !isThreshold(next)) return messages.editor.plain(messages.number(value));
  const { trigger, clear, critical = criticalOf(field, trigger) } = next;
  return messages.editor.raises(
    messages.number(trigger),
    messages.number(critical),
    messages.number(clear > 0 ? clear : trigger),
  );
}

/** `node`: the name of a node by its id. */
export function sharedName(key: string, node: (id: string) => string): string {
  const name = key.slice(key.indexOf(':') + 1);
  return key.startsWith('tag:') ? messages.tagName(name) : messages.nodeName(node(name));
}

export const tableName = ({ id }: Section): string => messages.sections[id];
