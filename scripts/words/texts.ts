// All texts that a user reads, from the files that hold nothing but texts: what is in quotes, without names, types and comments.
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** The files of each language. */
const places = {
  English: [
    'apps/web/src/**/*messages.ts',
    'apps/cli/src/messages/*.ts',
    'packages/schema/src/sentences/*.ts',
    'packages/schema/src/{errors,figures}.ts',
    'packages/schema/src/config/{abilities,kind-forms,kinds}.ts',
  ],
  German: ['packages/schema/src/languages/de/**/*.ts'],
};
export type Spoken = keyof typeof places;

export interface Text {
  /** The file with the line. */
  place: string;
  /** `…` stands for a value. */
  text: string;
}

const QUOTED = [
  '//.*',
  String.raw`/\*[\s\S]*?\*/`,
  'import [^;]*;',
  // a name of a property, a case, a comparison, a key in brackets
  String.raw`(?<=[{,]\s*)'[^'\n]*'(?=\s*:)`,
  String.raw`case '[^'\n]*'`,
  String.raw`[!=]== '[^'\n]*'`,
  String.raw`(?<=[\w)])\['[^'\n]*'\]`,
  String.raw`'(?<single>(?:[^'\\\n]|\\.)*)'`,
  String.raw`"(?<double>(?:[^"\\\n]|\\.)*)"`,
  '`(?<template>(?:[^`\\\\]|\\\\.)*)`',
];
const TOKEN = new RegExp(QUOTED.join('|'), 'g');
const VALUE = /\$\{[^}]*\}/g;

export function textsIn(file: string, source: string): Text[] {
  const code = stripTypeScriptTypes(source);
  return [...code.matchAll(TOKEN)].flatMap(({ index, groups = {} }) => {
    const { single, double, template } = groups;
    const place = `${file}:${code.slice(0, index).split('\n').length}`;
    const chosen = [...(template ?? '').matchAll(VALUE)].flatMap(([value]) => value.match(/'[^']*'/g) ?? []);
    const text = single ?? double ?? template?.replaceAll(VALUE, '…');
    return text === undefined ? [] : [text, ...chosen].map((each) => ({ place, text: each }));
  });
}

export const textsOf = (root: string, language: Spoken): Text[] =>
  globSync(places[language], {
    cwd: root,
    exclude: (name) => name.includes('.test.') || name === 'node_modules',
  }).flatMap((file) => textsIn(file, readFileSync(path.join(root, file), 'utf8')));
