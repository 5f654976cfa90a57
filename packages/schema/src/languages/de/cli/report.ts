import type { messages } from '../../../../../../apps/cli/src/messages/report.ts';
import type { Translation } from '../../translation.ts';

export const report: Translation<typeof messages> = {
  needed: 'Sagen Sie, über welchen Zeitraum und in welche Datei: --period 2026-10 --output bericht.pdf',
  written: (file) => `Der Bericht ist in ${file}.`,
  unreadable: (file, why) => `${file} kann nicht gelesen werden: ${why}`,
  good: (file, period, scope, tables) =>
    `${file} ist so, wie Belfry es gemacht hat: Zeitraum ${period}, Bereich ${scope}, ${tables} Tabellen.`,
  signed: (key) =>
    `Unterschrieben mit dem Schlüssel ${key}. Vergleichen Sie ihn mit GET /api/reports/key Ihres Belfry, oder geben Sie ihn mit --key an.`,
  changed: 'Der Bericht wurde geändert, nachdem Belfry ihn gemacht hat, in diesen Bytes der Datei:',
  place: (part, from, until) => `${from} bis ${until}: ${part}`,
  between: 'zwischen den Tabellen',
  more: (count) => `und ${count} weitere`,
  problems: {
    'no-report': 'Diese Datei ist kein Bericht von Belfry.',
    'no-seal':
      'Diese Datei hat kein lesbares Siegel. Sie wurde an ihrem Ende geändert, oder Belfry hat sie nicht gemacht.',
    seal: 'Das Siegel wurde geändert, oder es stammt nicht von dem Schlüssel, den es nennt.',
    end: 'Was auf das Siegel folgt, wurde geändert.',
    'other-key': 'Der Bericht ist mit einem anderen Schlüssel unterschrieben als dem erwarteten.',
  },
};
