// Readings as text: OpenMetrics 1.0, or the older format of Prometheus.
import type { Readings } from './collect.ts';
import type { Labels, Reading, Subject } from './subject.ts';

export type TextFormat = 'openmetrics' | 'prometheus';

export const contentTypes: Readonly<Record<TextFormat, string>> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
};

/** What the client of a request accepts. Prometheus prefers OpenMetrics; without a header the older format is safer. */
export function formatFor(accept = ''): TextFormat {
  const isNamed = /application\/openmetrics-text(?!\s*;[^,]*\bq=0(?:\.0*)?(?:[\s;,]|$))/i.test(accept);
  return isNamed ? 'openmetrics' : 'prometheus';
}

/** The name of a metric. That of a counter ends with `_total` in samples, that of a description with `_info`. */
export const familyOf = ({ name }: Pick<Subject, 'name'>, field: string): string => `belfry_${name}_${field}`;

export function textOf(readings: Readings, format: TextFormat): string {
  const isOpen = format === 'openmetrics';
  const lines: string[] = [];
  const head = (family: string, type: string, help: string, unit?: string) => {
    lines.push(`# HELP ${family} ${help}.`, `# TYPE ${family} ${type}`);
    if (isOpen && unit !== undefined) lines.push(`# UNIT ${family} ${unit}`);
  };
  for (const [subject, all] of readings) {
    const labels = all.map((reading) => rendered(reading.labels));
    for (const [column, { name, type, unit, help }] of subject.fields.entries()) {
      const family = familyOf(subject, name);
      const sample = type === 'counter' ? `${family}_total` : family;
      let isBegun = false;
      for (const [row, { values }] of all.entries()) {
        const value = values[column] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        if (!isBegun) head(isOpen ? family : sample, type, `${help}. Series: ${subject.count}`, unit);
        isBegun = true;
        lines.push(`${sample}${labels[row]} ${value}`);
      }
    }
    describe(subject, all, isOpen, head, lines);
  }
  if (isOpen) lines.push('# EOF');
  return `${lines.join('\n')}\n`;
}

type Head = (family: string, type: string, help: string) => void;

function describe(subject: Subject, all: readonly Reading[], isOpen: boolean, head: Head, lines: string[]): void {
  const described = all.filter(({ about }) => about.length > 0);
  if (described.length === 0) return;
  const family = familyOf(subject, isOpen ? '' : 'info').replace(/_$/, '');
  head(family, isOpen ? 'info' : 'gauge', `What describes it, as labels. Series: ${subject.count}`);
  const sample = familyOf(subject, 'info');
  for (const { labels, about } of described) lines.push(`${sample}${rendered([...labels, ...about])} 1`);
}

const rendered = (labels: Labels): string =>
  labels.length === 0 ? '' : `{${labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(',')}}`;

const ODD = /[\\"\p{Cc}\p{Cs}]/u;
const escaped = (value: string): string =>
  ODD.test(value)
    ? value
        .toWellFormed()
        .replaceAll('\\', '\\\\')
        .replaceAll('"', '\\"')
        .replaceAll('\n', '\\n')
        .replaceAll(/\p{Cc}/gu, '\uFFFD')
    : value;
