// What is wrong with YAML, in own words: the messages of the library quote the text, which may contain secrets.

import { documents } from '@belfry/schema/sentences/documents';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { YAMLError } from 'yaml';

type Known = Extract<`yaml.${YAMLError['code']}`, keyof typeof documents>;
const isKnown = (id: string): id is Known => Object.hasOwn(documents, id);

export function syntaxSentence(code: YAMLError['code']): Sentence {
  const id = `yaml.${code}`;
  return { id: isKnown(id) ? id : 'yaml.notValid' };
}
