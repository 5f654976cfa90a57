// `belfry noise`
import { inLanguage } from '../language/in-language.ts';
import { plural } from '../language/said.ts';

const alerts = (count: number): string => plural(count, 'alert', 'alerts');
const ofAll: Readonly<Record<string, string>> = {
  guest: 'for all guests',
  node: 'for all nodes',
  storage: 'for all storages',
  pbs: 'for all backup servers',
};

export const messages = inLanguage('noise', {
  none: 'Nothing alerts often.',
  summary: (listed: number, total: number, acknowledged: number) =>
    `These made ${listed} of ${alerts(total)}, and ${acknowledged} of them were acknowledged.`,
  steps: (step: string) =>
    `Edits were tried on stored values in steps of ${step}, in which shorter peaks are not seen.`,
  counts: (count: number, acknowledged: number) => `${alerts(count)}, ${acknowledged} acknowledged.`,
  alone: (time: string) => `Those that ended by themselves took ${time}.`,
  trigger: (from: string, to: string) => `threshold ${from} → ${to}`,
  delay: (from: string, to: string, of: string) => `delay ${from} → ${to} ${of}`,
  ofAll,
  would: (edit: string, after: number, before: number) => `${edit}: ${after} of ${before}.`,
  keeps: (kept: number, all: number) => `Keeps ${kept} of the ${all} that were acknowledged.`,
});
