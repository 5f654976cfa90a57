// When something will be full or worn out.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('forecast', {
  fullAbout: 'Full about',
  notInSight: 'not within five years',
  interval: (earliest: string, latest: string) => `${earliest} to ${latest}`,
  intervalHint:
    'In 80 of 100 cases it is full within this time. The width was tried on the past of all your storages and datastores.',
  noDate: {
    short: 'no forecast: fewer than six weeks are known',
    step: 'no forecast: it changed in one step',
    uneven: 'no forecast: it grows too unevenly',
  },
  noWearDate: {
    short: 'no forecast: too little of its wear is known',
    step: 'no forecast: much was written at once',
    uneven: 'no forecast: it wears too unevenly',
  },
});
