// Baselines: the sentences of the English table of this name, in German.
import type { baselines as english } from '../../../sentences/baselines.ts';

export const baselines: Readonly<Record<keyof typeof english, string>> = {
  'baseline.notRead':
    'Die Konfiguration von {name} wurde noch nicht gelesen. Jede wird etwa einmal in der Stunde gelesen.',
  'baseline.otherKind':
    'Vergleichen Sie einen Gast mit einem Gast, einen Node mit einem Node oder einen Cluster mit einem Cluster.',
  'baseline.none': 'Für {name} wurde kein Stand vereinbart.',
  'baseline.tooMany': 'Es gibt {limit} vereinbarte Stände. Vergessen Sie zuerst einige.',
  'baseline.tooLarge': 'Die Konfiguration von {name} ist zu groß, um als vereinbart behalten zu werden.',
};
