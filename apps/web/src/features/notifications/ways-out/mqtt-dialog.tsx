// The broker of MQTT. It stays open after saving until the broker has answered: that answer is the test.
import type { MqttState } from '@belfry/schema/notifications/mqtt';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveForm } from '../../../api/save.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { exact, textFields } from '../../../lib/text-fields.ts';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { TrustCertificate } from '../../../ui/trust-certificate.tsx';
import { LanguageField } from '../routing/language-field.tsx';
import { messages as routing } from '../routing/messages.ts';
import { FormDialog } from './form-dialog.tsx';
import { messages } from './messages.ts';
import { checkMqtt, type MqttForm, mqttConfig, mqttForm } from './mqtt-form.ts';
import { mqtt, readMqtt, saveMqtt } from './queries.ts';

const WATCH_MS = 1000;

export function MqttDialog({ saved, onClose }: { saved: MqttState; onClose(): void }) {
  const texts = messages.mqtt;
  const queries = useQueryClient();
  const { data: now = saved } = useQuery({ ...mqtt, refetchInterval: WATCH_MS });
  const all = useDraft(useMemo(() => mqttForm(now), [now]));
  const { draft, set, changed, reset } = all;
  const look = () => queries.invalidateQueries({ queryKey: mqtt.queryKey });
  const { submit, sending, errors, failure, typed, reply } = useSubmit({
    check: checkMqtt,
    send: (form: MqttForm) =>
      saveForm({
        ...{ read: readMqtt, base: now, of: mqttForm, look },
        save: (based) => saveMqtt(mqttConfig(form, now.password !== ''), based),
      }),
    async onDone() {
      toast('success', texts.saved);
      await look();
      reset();
      if (!draft.enabled) onClose();
    },
  });
  const text = textFields({ values: draft, errors, set, typed });
  const field = (name: Parameters<typeof text>[0], label: string) => ({ label, ...text(name), ...exact });
  return (
    <FormDialog
      title={texts.title}
      about={texts.about}
      unsaved={changed.length > 0}
      action={draft.enabled ? texts.saveAndConnect : messages.save}
      {...(reply && changed.length === 0 && { close: texts.close })}
      {...{ sending, failure, onClose }}
      onSubmit={() => submit(draft)}
      answer={
        now.enabled &&
        changed.length === 0 && <BrokerAnswer state={now} onTrust={(fingerprint) => set({ fingerprint })} />
      }
    >
      <OthersSaved
        draft={all}
        names={{
          ...{ ...texts, enabled: messages.enabled, discoveryPrefix: texts.prefix, language: routing.language },
        }}
      />
      <Switch label={messages.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
      <div className="grid gap-3 md:grid-cols-[1fr_110px]">
        <TextField {...field('host', texts.host)} autoCapitalize="none" placeholder="mqtt.lan" />
        <TextField {...field('port', texts.port)} inputMode="numeric" />
      </div>
      <Switch label={texts.tls} hint={texts.tlsHint} checked={draft.tls} onChange={(tls) => set({ tls })} />
      {draft.tls && <TextField {...field('fingerprint', texts.fingerprint)} mono hint={texts.fingerprintHint} />}
      <div className="grid gap-3 md:grid-cols-2">
        <TextField {...field('username', texts.username)} autoCapitalize="none" />
        <TextField
          {...field('password', texts.password)}
          type="password"
          autoComplete="new-password"
          placeholder={now.password === '' ? '' : texts.passwordKept}
        />
        <TextField {...field('topic', texts.topic)} mono hint={texts.topicHint(draft.topic)} />
        <TextField {...field('discoveryPrefix', texts.prefix)} mono disabled={!draft.discovery} />
      </div>
      <Switch
        label={texts.discovery}
        hint={texts.discoveryHint}
        checked={draft.discovery}
        onChange={(discovery) => set({ discovery })}
      />
      <LanguageField value={draft.language} onChange={(language) => set({ language })} />
    </FormDialog>
  );
}

interface BrokerAnswerProps {
  state: MqttState;
  onTrust(fingerprint: string): void;
}

function BrokerAnswer({ state: { connected, problem }, onTrust }: BrokerAnswerProps) {
  if (problem !== undefined)
    return (
      <div className="flex flex-col gap-3">
        <Problem>{problem}</Problem>
        <TrustCertificate words={problem} onTrust={onTrust} />
      </div>
    );
  return (
    <Problem tone={connected ? 'ok' : 'info'}>
      {connected ? messages.states.connected : messages.states.connecting}
    </Problem>
  );
}
