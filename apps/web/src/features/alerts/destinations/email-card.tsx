// E-mail: the settings, and whether the last message arrived.
import { useQuery } from '@tanstack/react-query';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { messages } from './messages.ts';
import { email } from './queries.ts';

export function EmailCard() {
  const { data, error } = useQuery(email);
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  if (!data) return <CardSkeleton />;
  return (
    <Card title={messages.email.title} hint={data.enabled ? messages.enabled : messages.disabled}>
      <LastDelivery id="email" enabled={data.enabled} />
    </Card>
  );
}
