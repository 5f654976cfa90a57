// A resource and a type of alerts to ask about. Only types that such a resource can have are offered.
import { factsOf, typesOf } from '@belfry/domain/alerts/catalogue';
import { useMemo } from 'react';
import { optionsOf } from '../../../lib/language/options.ts';
import { compareText } from '../../../lib/order.ts';
import { useDockerHosts, useLive } from '../../../live/use-live.ts';
import { messages as typeTexts } from '../../../ui/alerts/type-messages.ts';
import { type Chosen, resourcesOf } from './resources.ts';

interface Question {
  chosen: Chosen | null;
  /** By name. */
  types: readonly (readonly [type: string, name: string])[];
  type: string;
}

/** `id`: of the resource. `wanted`: the type, where the resource can have it. */
export function useQuestion(id: string | null, wanted: string | null): Question {
  const state = useLive((live) => live.state);
  const hosts = useDockerHosts();
  const chosen = useMemo((): Chosen | null => {
    if (id === null) return null;
    const found = state && resourcesOf(state, hosts).find(({ value }) => value === id);
    return found ?? { value: id, label: id, detail: '' };
  }, [id, state, hosts]);
  const kind = chosen?.kind;
  const types = optionsOf(typeTexts.names)
    .filter(([type]) => kind === undefined || factsOf(type).of.includes(kind))
    .sort(([, a], [, b]) => compareText(a, b));
  const type = types.find(([each]) => each === wanted)?.[0] ?? (kind && typesOf(kind)[0]) ?? FIRST_TYPE;
  return { chosen, types, type };
}
const FIRST_TYPE = 'cpu';
