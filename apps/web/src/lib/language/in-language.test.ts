import { afterEach, expect, test, vi } from 'vitest';
import { english, inLanguage, speak } from './in-language.ts';

afterEach(() => speak(english));

test('a text is read in the language of the moment, at every depth', () => {
  const messages = inLanguage('sea', {
    ship: 'ship',
    ships: (count: number) => `${count} ships`,
    deep: { fish: 'fish' },
  });
  expect([messages.ship, messages.ships(2), messages.deep.fish]).toEqual(['ship', '2 ships', 'fish']);
  speak({
    tag: 'de',
    words: (_sentence, english) => english,
    texts: (feature) => ({
      ship: `Schiff (${feature})`,
      ships: (count: number) => `${count} Schiffe`,
      deep: { fish: 'Fisch' },
    }),
  });
  expect([messages.ship, messages.ships(2), messages.deep.fish]).toEqual(['Schiff (sea)', '2 Schiffe', 'Fisch']);
});

test('a text that is read while modules are loaded is an error that names the text', async () => {
  vi.resetModules();
  const fresh = await import('./in-language.ts');
  const messages = fresh.inLanguage('sea', { ship: 'ship' });
  expect(() => messages.ship).toThrow('a text of "sea" is read before the language is known: ship');
});
