// An edit as a text, and its place in the configuration.
import { triggerBounds } from '@belfry/schema/alerts/bounds';
import { guestFigures, nodeFigures } from '@belfry/schema/figures';
import type { NoiseEdit } from '@belfry/schema/http/noise';
import type { ConfigPath } from '../../alert-config/config-path.ts';
import { formatDuration, formatFigure } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

const units = { percent: ' %', celsius: ' °C', rate: ' MB/s' } as const;
const figures: Readonly<Record<string, { unit: keyof typeof units }>> = { ...nodeFigures, ...guestFigures };

const unitOf = (type: string): string => {
  const figure = figures[type];
  if (figure) return units[figure.unit];
  return (triggerBounds as Readonly<Record<string, number>>)[type] === 100 ? units.percent : '';
};

export function editText(edit: NoiseEdit): string {
  if (edit.is === 'trigger')
    return messages.trigger(formatFigure(edit.from), `${formatFigure(edit.to)}${unitOf(edit.type)}`);
  const of = (messages.delayOfAll as Readonly<Record<string, string>>)[edit.kind] ?? '';
  return `${messages.delay(formatDuration(edit.from * 1000), formatDuration(edit.to * 1000))} ${of}`.trim();
}

/** The place, and the value that it gets. */
export const editChange = (edit: NoiseEdit): readonly [ConfigPath, unknown] =>
  edit.is === 'trigger'
    ? [['overrides', edit.key, edit.type], { trigger: edit.to, clear: edit.clear }]
    : [['metricTimeThresholds', edit.kind, edit.type.toLowerCase()], edit.to];
