import { MASK } from '@belfry/schema/notifications/mask';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';
import { readTree } from './tree.ts';
import { configText, extractSecrets } from './write.ts';

const isPlain = (text: string) => text.isWellFormed();
/** YAML has no other characters. */
const printable = fc.string({ unit: 'grapheme' }).filter(isPlain);

const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
      printable,
      fc.constantFrom('yes', '1', '~', '012', ' x', 'a: b', '- a', '#', MASK),
    ],
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(printable, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('what is written is read again as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(printable, tree, { maxKeys: 5 }), (config) => {
      const found = readTree(configText(config));
      expect(found.ok && found.value.value).toEqual(JSON.parse(JSON.stringify(config)));
    }),
  );
});

test('secrets that are written into files come back from them, each from its own', () => {
  const secret = fc.string({ minLength: 1 }).filter((text) => text !== MASK);
  const name = fc.constantFrom('a b', 'a/b', 'a_b', '../x', '');
  fc.assert(
    fc.property(
      fc.array(fc.record({ name, password: secret }), { maxLength: 6 }),
      secret,
      (instances, clientSecret) => {
        const config = { instances, oidc: { clientSecret } };
        const { config: shown, files } = extractSecrets(config, (file) => `/secrets/${file}`);
        expect([...files.keys()].every((file) => /^[\w.-]+$/.test(file) && !file.startsWith('.'))).toBe(true);
        const read = (file: string) => `${files.get(file.replace('/secrets/', ''))}\n`;
        expect(withSecretFiles(shown, read)).toMatchObject({ value: config, problems: [] });
      },
    ),
  );
});

test('masks and empty secrets stay in the document', () => {
  const config = { oidc: { clientSecret: MASK }, destinations: { email: { password: '' } } };
  expect(extractSecrets(config, (file) => file)).toEqual({ config, files: new Map() });
});
