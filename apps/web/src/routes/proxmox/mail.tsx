// /proxmox/mail
import { createFileRoute } from '@tanstack/react-router';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { Mail } from '../../features/mail/mail.tsx';
import { messages } from '../../features/mail/messages.ts';
import { messages as shell } from '../../features/shell/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/proxmox/mail')({ validateSearch: noView.validate, component: MailRoute });

function MailRoute() {
  return (
    <>
      <SectionBar />
      <Screen title={shell.mail}>
        <LiveGate loading={messages.loading}>
          <Mail />
        </LiveGate>
      </Screen>
    </>
  );
}
