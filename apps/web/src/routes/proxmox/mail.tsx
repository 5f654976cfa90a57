// /proxmox/mail
import { createFileRoute } from '@tanstack/react-router';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { Mail } from '../../features/mail/mail.tsx';
import { messages } from '../../features/mail/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';

export const Route = createFileRoute('/proxmox/mail')({ component: MailRoute });

function MailRoute() {
  return (
    <>
      <SectionBar />
      <Screen title="Mail Gateway">
        <LiveGate loading={messages.loading}>
          <Mail />
        </LiveGate>
      </Screen>
    </>
  );
}
