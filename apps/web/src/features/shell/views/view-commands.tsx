// The saved views as commands of the palette.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { savedViews } from '../../../api/views.ts';
import { useCommand } from '../../../lib/commands.ts';
import { messages } from './messages.ts';

export function ViewCommands() {
  const { data = [] } = useQuery(savedViews);
  const navigate = useNavigate();
  useCommand(
    ...data.map(({ id, name, screen, params }) => ({
      id: `view/${id}`,
      name: () => name,
      words: () => messages.word,
      scope: 'global' as const,
      group: 'views' as const,
      run: () => void navigate({ to: screen, search: params }),
    })),
  );
  return null;
}
