// What notifications use to reach other machines: requests over HTTP, and connections for SMTP and MQTT, under one policy.

import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Clock } from '../clock.ts';
import type { Networks } from '../networks.ts';
import { type Connect, createConnect, type Resolve } from './connect.ts';
import { createPolicy, literalOf } from './policy.ts';
import { createRequest, type GuardedRequest } from './request.ts';
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

export interface Outgoing {
  request: GuardedRequest;
  /** Opens a TCP connection to a checked address, for SMTP and MQTT. */
  connect: Connect;
  /** What is wrong with an address that is about to be saved, as a sentence. Names are not resolved yet. */
  problemOfUrl(url: string): Sentence | undefined;
  /** The same for a host of SMTP or MQTT. */
  problemOfHost(host: string, plain?: boolean): Sentence | undefined;
  /** What is wrong with an address that somebody else than an administrator gives; see `publicBut` in request.ts. */
  problemOfPublicUrl(url: string, but: Networks): Sentence | undefined;
}

export function createOutgoing({ allowPrivate, named, clock, resolve }: OutgoingDeps): Outgoing {
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
    connect,
    problemOfHost,
    problemOfPublicUrl(text, but) {
      const url = parseUrl(text);
      return url.ok ? problemOfHost(url.value.hostname, url.value.protocol === 'http:', but) : url.error;
    },
    problemOfUrl(text) {
      const url = parseUrl(text);
      return url.ok ? problemOfHost(url.value.hostname, url.value.protocol === 'http:') : url.error;
    },
  };
}
