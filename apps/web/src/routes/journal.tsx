// /journal
import { createFileRoute } from '@tanstack/react-router';
import { Journal } from '../features/journal/journal.tsx';
import { messages } from '../features/journal/messages.ts';
import { journalCodec } from '../features/journal/view.ts';
import { Screen } from '../features/shell/shell.tsx';

export const Route = createFileRoute('/journal')({ validateSearch: journalCodec.validate, component: JournalRoute });

function JournalRoute() {
  return (
    <Screen title={messages.title}>
      <Journal />
    </Screen>
  );
}
