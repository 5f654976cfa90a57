// The choice of one resource among thousands, by what is typed.
import { useDockerHosts, useLive } from '../../../live/use-live.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { messages } from './messages.ts';
import { type Chosen, findResources, resourcesOf } from './resources.ts';

interface ResourceFieldProps {
  chosen: Chosen | null;
  onValue(id: string): void;
}

export function ResourceField({ chosen, onValue }: ResourceFieldProps) {
  const state = useLive((live) => live.state);
  const hosts = useDockerHosts();
  return (
    <ChoiceField
      label={messages.resource}
      placeholder={messages.anyResource}
      none={messages.noResource}
      chosen={chosen}
      load={() => (state ? resourcesOf(state, hosts) : [])}
      find={findResources}
      onValue={onValue}
    />
  );
}
