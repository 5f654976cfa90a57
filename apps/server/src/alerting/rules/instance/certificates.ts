// Certificates of instances that expire soon.
import type { EndpointStatus, Instance } from '@belfry/schema/entities/instance';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { instanceMessages } from '../../readings/instance-messages.ts';
import { off, unknown } from '../../readings/verdicts.ts';
import { instanceResource, kindFacts, ofEachKind } from './reachability.ts';

const DAY_MS = 86_400_000;
/**
 * Proxmox VE renews its own certificates 14 days before their end, once a day. With 10 days left that has failed. A certificate of
 * a short life is renewed with a third of it left.
 */
const WARNING = { days: 10, share: 1 / 4 };
const CRITICAL = { days: 3, share: 1 / 12 };

type Validity = NonNullable<EndpointStatus['certificate']>;

export const createCertificateRules = (): RuleSet<'instances'> => ({
  list: 'instances',
  notices: certificateNotices,
  read(instance, { policyOf, state, now }) {
    if (instance.kind === 'docker') return [];
    const { disabled } = policyOf(kindFacts(instance).subject(instance, state));
    return instance.endpoints.map((endpoint) => certificateReading(instance, endpoint, now.at, disabled));
  },
});

const certificateReading = (instance: Instance, endpoint: EndpointStatus, now: number, isOff: boolean): Reading => {
  const { host, certificate } = endpoint;
  const left = certificate ? Date.parse(certificate.validTo) - now : 0;
  return {
    id: `certificate-expiry-${instance.id}-${host}`,
    type: 'certificate-expiry',
    resource: { ...instanceResource(instance), node: host },
    verdict: isOff ? off : certificate ? verdictOf(certificate, left) : unknown,
    confirm: ONCE,
    message: () => instanceMessages.certificate(instance, endpoint, Math.floor(left / DAY_MS)),
    ...(certificate && { metadata: { validTo: certificate.validTo } }),
  };
};

function verdictOf({ validFrom, validTo }: Validity, left: number): Verdict {
  const life = Date.parse(validTo) - Date.parse(validFrom);
  const within = ({ days, share }: typeof WARNING) => left < Math.min(days * DAY_MS, life * share);
  const value = Math.floor(left / DAY_MS);
  if (within(CRITICAL)) return { is: 'bad', level: 'critical', value, threshold: CRITICAL.days };
  return within(WARNING) ? { is: 'bad', level: 'warning', value, threshold: WARNING.days } : { is: 'well', value };
}

const ONCE: Confirm = { polls: 1 };

const certificateNotices = ofEachKind((host) => ({
  ...{ ...host, type: 'certificate-expiry', needs: 'nothing', after: ONCE, shown: 'Settings, Diagnostics' },
  fact: 'A certificate ends in less than 10 days, or in a quarter of a short life',
}));
