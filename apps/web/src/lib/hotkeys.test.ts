import { expect, test } from 'vitest';
import { ANY_LETTER, type Command, currentCommands, registerCommands, runCommand } from './commands.ts';
import { commandFor, type Press } from './hotkeys.ts';

const command = (id: string, keys: string, scope: Command['scope'] = 'screen'): Command => ({
  id,
  name: () => id,
  keys,
  scope,
});
const commands = [
  command('walk', 'ArrowDown', 'element'),
  command('global-help', '?', 'global'),
  command('palette', 'Mod+k', 'global'),
  command('global-escape', 'Escape', 'global'),
  command('search', ANY_LETTER),
  command('reset', 'Escape'),
];
const press: Press = { key: '', mod: false, others: false, handled: false, inPopup: false, inField: false };
const runs = (key: string, more: Partial<Press> = {}) => commandFor({ ...press, key, ...more }, commands)?.id;

test('while a popup or dialog is open, no key runs a command', () => {
  for (const key of ['?', 'Escape', 'a']) expect(runs(key, { inPopup: true })).toBeUndefined();
  expect(runs('k', { mod: true, inPopup: true })).toBeUndefined();
});

test('a key that an element has handled runs no command', () => {
  for (const key of ['?', 'Escape', 'a']) expect(runs(key, { handled: true })).toBeUndefined();
});

test('a field keeps the characters that are typed into it, and no other keys', () => {
  const inField = true;
  expect(runs('a', { inField })).toBeUndefined();
  expect(runs('?', { inField })).toBeUndefined();
  expect(runs('Escape', { inField })).toBe('reset');
  expect(runs('k', { inField, mod: true })).toBe('palette');
});

test('the screen comes before the whole app', () => {
  expect(runs('Escape')).toBe('reset');
  expect(commandFor({ ...press, key: 'Escape' }, commands.slice(0, 4))?.id).toBe('global-escape');
});

test('a character with a command of its own runs it and does not reach the search; any other character does', () => {
  expect(runs('?')).toBe('global-help');
  expect(runs('x')).toBe('search');
  // it scrolls the page or presses a button
  expect(runs(' ')).toBeUndefined();
});

test('keys with further modifiers stay with the browser', () => {
  expect(runs('k', { mod: true })).toBe('palette');
  expect(runs('K', { mod: true })).toBe('palette');
  expect(runs('k', { mod: true, others: true })).toBeUndefined();
  expect(runs('c', { mod: true })).toBeUndefined();
  expect(runs('a', { others: true })).toBeUndefined();
});

test('the keys of an element run nothing: the element handles them', () => {
  expect(runs('ArrowDown')).toBeUndefined();
});

test('a command exists while it is registered and `when` holds, and an id exists once', () => {
  let usable = false;
  const ran: string[] = [];
  const own: Command = { ...command('own', 'x'), when: () => usable, run: () => ran.push('own') };
  const removers = [registerCommands(() => [own]), registerCommands(() => [own])];
  runCommand('own');
  expect(currentCommands()).toEqual([]);
  usable = true;
  expect(currentCommands()).toEqual([own]);
  runCommand('own');
  for (const remove of removers) remove();
  expect(currentCommands()).toEqual([]);
  expect(ran).toEqual(['own']);
});
