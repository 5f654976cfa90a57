// An edit as a text, and its place in the configuration.
import { editUnit } from '@belfry/domain/noise/edit-unit';
import type { NoiseEdit } from '@belfry/schema/http/noise';
import type { ConfigPath } from '../../alert-config/config-path.ts';
import { formatDuration, formatFigure } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

export function editText(edit: NoiseEdit): string {
  if (edit.is === 'trigger')
    return messages.trigger(formatFigure(edit.from), `${formatFigure(edit.to)}${editUnit(edit.type)}`);
  const of = (messages.delayOfAll as Readonly<Record<string, string>>)[edit.kind] ?? '';
  return `${messages.delay(formatDuration(edit.from * 1000), formatDuration(edit.to * 1000))} ${of}`.trim();
}

/** The place, and the value that it gets. */
export const editChange = (edit: NoiseEdit): readonly [ConfigPath, unknown] =>
  edit.is === 'trigger'
    ? [['overrides', edit.key, edit.type], { trigger: edit.to, clear: edit.clear }]
    : [['metricTimeThresholds', edit.kind, edit.type.toLowerCase()], edit.to];
