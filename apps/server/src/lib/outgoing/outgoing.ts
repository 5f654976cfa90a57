// What notifications use to reach other machines: requests over HTTP, and connections for SMTP and MQTT, under one policy.

import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Clock } from '../clock.ts';
import type { Networks } from '../networks.ts';
import { createConnect, type Resolve } from './connect.ts';
import { createPolicy, literalOf } from './policy.ts';
import { createRequest } from './request.ts';
import { parseUrl } from './url.ts';

export interface OutgoingDeps {
  /** The setting, asked at each connection. */
  allowPrivate(): boolean;
  /** BELFRY_NOTIFY_ALLOWED_NETWORKS. */
  named: Networks;
  clock: Clock;
  /** For tests; by default that of the system. */
  resolve?: Resolve | undefined;
}

export type Outgoing = ReturnType<typeof createOutgoing>;

export function createOutgoing({ allowPrivate, named, clock, resolve }: OutgoingDeps) {
  const policy = createPolicy({ allowPrivate, named });
  const connect = createConnect(policy, resolve);
  const problemOfHost = (host: string, plain = false, only?: Networks): Sentence | undefined => {
    const literal = literalOf(host);
    return (
      policy.problemOfName(host) ??
      (literal === undefined ? undefined : policy.problemOf(literal, literal, plain, only))
    );
  };
  return {
    request: createRequest({ connect, clock }),
    /** Opens a TCP connection to a checked address, for SMTP and MQTT. */
    connect,
    /** The same for a host of SMTP or MQTT. */
    problemOfHost,
    /** What is wrong with an address that somebody else than an administrator gives; see `publicBut` in request.ts. */
    problemOfPublicUrl(text: string, but: Networks): Sentence | undefined {
      const url = parseUrl(text);
      return url.ok ? problemOfHost(url.value.hostname, url.value.protocol === 'http:', but) : url.error;
    },
    /** What is wrong with an address that is about to be saved, as a sentence. Names are not resolved yet. */
    problemOfUrl(text: string): Sentence | undefined {
      const url = parseUrl(text);
      return url.ok ? problemOfHost(url.value.hostname, url.value.protocol === 'http:') : url.error;
    },
  };
}
