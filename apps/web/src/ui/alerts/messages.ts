// The texts of alerts that every screen shows.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('alertMarks', {
  title: 'Alerts',
  levels: { critical: 'Critical', warning: 'Warning' },
  acknowledged: 'acknowledged',
  acknowledgedBy: (user: string) => `acknowledged by ${user}`,
  silenced: 'silenced',
});
