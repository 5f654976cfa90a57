// The texts of the alerts area: its pages.
import { inLanguage } from '../../lib/language/in-language.ts';
export const messages = inLanguage('alerts', {
  pagesLabel: 'Alert pages',
  status: 'Status',
  configuration: 'Configuration',
  pages: {
    overview: {
      name: 'Overview',
      title: 'Alerts Overview',
      description: 'What is wrong now, since when, and who takes care of it.',
    },
    history: {
      name: 'History',
      title: 'Alert History',
      description: 'What was wrong, for how long, and who took care of it.',
    },
    noise: {
      name: 'Noise',
      title: 'Noise',
      description: 'What alerts often and is seldom acted on, and what would have made it quieter.',
    },
    thresholds: {
      name: 'Thresholds',
      title: 'Alert Thresholds',
      description: 'The values at which alerts are raised.',
    },
    destinations: {
      name: 'Notifications',
      title: 'Notification Destinations',
      description: 'Who is notified, how, and whether it arrived.',
    },
    schedule: {
      name: 'Schedule',
      title: 'Maintenance Schedule',
      description: 'When alerts are sent, held back, repeated and passed on.',
    },
  },
});
