// The figures of guests and nodes in German, a row for each, as in the English table.
import type { FieldFigureName, FigureName, FigureWords } from '../../figures.ts';

type Words = { readonly [F in FigureName]: FigureWords } & { readonly [F in FieldFigureName]: { head: string } };

export const figures: Words = {
  cpu: { type: 'CPU-Auslastung', inSentence: 'CPU-Auslastung', limitHead: 'CPU %' },
  memory: { type: 'Arbeitsspeicher', inSentence: 'RAM-Auslastung', limitHead: 'RAM %' },
  disk: { type: 'Belegung der Platte', inSentence: 'Plattenbelegung', limitHead: 'Platte %' },
  diskRead: { type: 'Leserate', inSentence: 'Leserate der Platten', limitHead: 'Lesen MB/s', head: 'Lesen' },
  diskWrite: { type: 'Schreibrate', inSentence: 'Schreibrate der Platten', limitHead: 'Schr. MB/s', head: 'Schreiben' },
  networkIn: {
    type: 'Eingehender Netzverkehr',
    inSentence: 'eingehender Netzwerkverkehr',
    limitHead: 'Netz ↓ MB/s',
    head: 'Netz ein',
  },
  networkOut: {
    type: 'Ausgehender Netzverkehr',
    inSentence: 'ausgehender Netzwerkverkehr',
    limitHead: 'Netz ↑ MB/s',
    head: 'Netz aus',
  },
  temperature: { type: 'Temperatur', inSentence: 'Temperatur', limitHead: 'Temp. °C' },
};
