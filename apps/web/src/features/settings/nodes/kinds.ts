// The data of the node pages about one kind of instance: the entry of the schema, with its form, and its flags as a list.
import { type Ability, abilities, flagsOf, type MonitorFlag } from '@belfry/schema/config/abilities';
import { type KindForm, kindForms } from '@belfry/schema/config/kind-forms';
import { type Kind as KindFacts, kinds, type NodeType } from '@belfry/schema/config/kinds';
import { messages } from './messages.ts';

export interface Coverage extends Ability {
  flag: MonitorFlag;
}

export interface Kind extends KindFacts {
  type: NodeType;
  form: KindForm;
}

export const kindOf = (type: NodeType): Kind => ({ ...kinds[type], type, form: kindForms[type] });

export const coverageOf = ({ type }: Kind): readonly Coverage[] =>
  flagsOf(type).flatMap((flag) => {
    const ability = abilities[type][flag];
    return ability ? [{ ...ability, ...messages.abilities[flag], flag }] : [];
  });
