import { expect, test } from 'vitest';
import { type Edits, edited, othersOf, viewOf, without } from './draft.ts';

interface Form {
  theme: string;
  origins: string;
  flags: { disks: boolean };
}
const saved: Form = { theme: 'dark', origins: '', flags: { disks: false } };
const none: Edits<Form> = {};

test('a field that nobody touched follows the saved value, and a touched one keeps the value of the user', () => {
  const edits = edited(none, saved, { origins: 'https://home.example' });
  const view = viewOf(edits, { ...saved, theme: 'light' });
  expect(view.draft).toEqual({ theme: 'light', origins: 'https://home.example', flags: { disks: false } });
  expect(view.changed).toEqual(['origins']);
  expect(view.theirs).toEqual({});
});

test('a touched field that somebody else saved says what the server has now', () => {
  const edits = edited(none, saved, { theme: 'light', origins: 'https://home.example' });
  const view = viewOf(edits, { ...saved, theme: '' });
  expect(view.draft.theme).toBe('light');
  expect(view.theirs).toEqual({ theme: '' });
});

test('the field still says what the server has while the user types on', () => {
  const now = { ...saved, origins: 'https://theirs.example' };
  const edits = edited(edited(none, saved, { origins: 'a' }), now, { origins: 'ab' });
  expect(viewOf(edits, now)).toMatchObject({ draft: { origins: 'ab' }, theirs: { origins: 'https://theirs.example' } });
});

test('a field with its saved value again is unchanged and follows the server from then on', () => {
  const edits = edited(edited(none, saved, { theme: 'light' }), saved, { theme: 'dark' });
  expect(edits).toEqual({});
  expect(viewOf(edits, { ...saved, theme: '' }).draft.theme).toBe('');
});

test('a value that somebody else saved too is not a change', () => {
  const edits = edited(none, saved, { theme: 'light' });
  expect(viewOf(edits, { ...saved, theme: 'light' })).toMatchObject({ changed: [], theirs: {} });
});

test('groups and lists are compared by their content', () => {
  expect(edited(none, saved, { flags: { disks: false } })).toEqual({});
  expect(viewOf(edited(none, saved, { flags: { disks: true } }), saved).changed).toEqual(['flags']);
});

test('the saved value of one field can be taken', () => {
  const edits = edited(none, saved, { theme: 'light', origins: 'x' });
  expect(viewOf(without(edits, 'theme'), saved)).toMatchObject({ draft: { theme: 'dark' }, changed: ['origins'] });
});

test('the fields that somebody else has saved since the user began are named, whether the user touched them or not', () => {
  const now = { ...saved, theme: 'light', flags: { disks: false } };
  expect(othersOf(saved, now)).toEqual(['theme']);
  expect(othersOf(saved, { ...saved })).toEqual([]);
  expect(othersOf(undefined, now)).toEqual([]);
});
