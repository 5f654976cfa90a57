// `belfry noise`: the alerts that speak most, or are heeded least, each with the edits that would have halved it.
import { editUnit } from '@belfry/domain/noise/edit-unit';
import { getNoise, type NoiseEdit, type NoisyAlert } from '@belfry/schema/http/noise';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { messages } from '../messages/noise.ts';
import { type Output, printable, show, wrapped } from '../print.ts';

/** As the parameters of the call. */
export type NoiseOptions = Partial<Record<'days' | 'order' | 'timeZone', string>>;

const INDENT = 4;

export async function noise(api: Api, output: Output, options: NoiseOptions): Promise<void> {
  const found = await api.call(getNoise, { query: options });
  const indented = (text: string) =>
    wrapped(text, output.columns - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`);
  show(output, found, () => {
    const { alerts, total, stepMs } = found;
    if (alerts.length === 0) return `${messages.none}\n`;
    const sum = (of: (alert: NoisyAlert) => number) => alerts.reduce((all, alert) => all + of(alert), 0);
    const [made, acknowledged] = [sum((each) => each.alerts), sum((each) => each.acknowledged)];
    const heads = [messages.summary(made, total, acknowledged), messages.steps(words().duration(stepMs))];
    const lines = [
      ...heads.flatMap((head) => wrapped(head, output.columns)),
      ...alerts.flatMap((alert) => [
        `${alert.name}: ${words().say({ id: `type.${alert.type}` }, alert.type)} (${alert.id})`,
        ...[countsOf(alert), ...editsOf(alert)].flatMap(indented),
      ]),
    ];
    return lines.map((line) => `${printable(line)}\n`).join('');
  });
}

function countsOf({ alerts, acknowledged, aloneMs }: NoisyAlert): string {
  const counts = messages.counts(alerts, acknowledged);
  return aloneMs === undefined ? counts : `${counts} ${messages.alone(words().duration(aloneMs))}`;
}

function editsOf({ edits, why, replayed = 0, acknowledged }: NoisyAlert): string[] {
  if (edits.length === 0) return why ? [words().say({ id: `noise.${why}` })] : [];
  return edits.map((edit) => {
    const would = messages.would(textOf(edit), edit.alerts, replayed);
    return acknowledged === 0 ? would : `${would} ${messages.keeps(edit.kept, acknowledged)}`;
  });
}

function textOf(edit: NoiseEdit): string {
  if (edit.is === 'trigger') {
    const figure = (value: number) => words().count(value);
    return messages.trigger(figure(edit.from), `${figure(edit.to)}${editUnit(edit.type)}`);
  }
  const duration = (seconds: number) => words().duration(seconds * 1000);
  return messages.delay(duration(edit.from), duration(edit.to), messages.ofAll[edit.kind] ?? edit.kind);
}
