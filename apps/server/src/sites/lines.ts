// The collectors that are connected: what each polls, what it reports, and questions to it.
import { randomUUID } from 'node:crypto';
import { fail, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { AssignedInstance, CollectDown } from '@belfry/schema/collect/down';
import { SCAN_PROTOCOL, SILENT_MS } from '@belfry/schema/collect/protocol';
import type { Site } from '@belfry/schema/entities/site';
import type { SiteLine } from '@belfry/schema/http/sites';
import type { Observation, SourceError } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { fingerprintOf } from '../collect/keys.ts';
import { isProven } from '../collect/proof.ts';
import { createRebuilding, type Rebuilding } from '../collect/rebuilding.ts';
import type { StoredSite } from '../db/sites-store.ts';
import { type Clock, iso, type Moment } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { refusalOf } from './admission.ts';
import type { BackFill } from './back-fill.ts';
import { ageOf, corrected } from './correction.ts';
import type { LateEdges } from './late-edges.ts';
import { idIn, type Line, type LineEvents, type Message, openLine, type Socket } from './line.ts';
import { isOrigin } from './origin.ts';
import type { PassedCall } from './passed-calls.ts';
import { createReadingOrder } from './reading-order.ts';
import { claimOf, isOrdinary, sentenceOf } from './refusals.ts';
import { createRuns } from './runs.ts';
import { keysOf, statusOf, waitingKeysOf } from './sites.ts';
import { createStrangers } from './strangers.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { createWithdrawn, type Withdrawn } from './withdrawn.ts';
import { withClock } from './wrong-clock.ts';

type Question = Extract<CollectDown, { type: 'ask' }>;

export interface LinesDeps {
  sites: { list(): readonly StoredSite[]; get(id: string): StoredSite | undefined };
  /** The name of an instance, and the id of the site that polls it; blank: this server does. Undefined: there is none. */
  placeOf(instance: string): { name: string; site: string } | undefined;
  /** The ids of all instances. */
  instances(): readonly string[];
  observe(observation: Observation): void;
  backFill: Omit<BackFill, 'isHeard' | 'close'>;
  lateEdges: Omit<LateEdges, 'close'>;
  /** What a machine of the site called at its collector. */
  passed(site: string, call: PassedCall): Promise<Extract<CollectDown, { type: 'reply' }>>;
  /** The version that a collector says. */
  keepVersion(site: string, version: string): Promise<void>;
  /** A line was opened or has ended. */
  changed(): void;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** An instance that a collector polls, with the name that it has here. */
type Assigned = AssignedInstance & { name: string };
/** `polls`: the names of those that were heard. */
type Watched = Assigned & { polls: Set<string>; runs: ReturnType<typeof createRuns> };

export interface Lines {
  /** `address`: of who opened it. */
  open(socket: Socket, address: string): void;
  /** The site polls the instance from now on, and again after each connection, until `withdraw`. */
  assign(site: string, instance: Assigned): void;
  withdraw(site: string, instance: string): void;
  /** Nothing was heard of the instance since the start of the server, and there is no line. */
  isUnheard(site: string, instance: string): boolean;
  poll(site: string, instance: string, about: string): void;
  send(site: string, message: CollectDown): void;
  ask(
    site: string,
    question: Pick<Question, 'what' | 'config' | 'drill'>,
    timeoutMs: number,
  ): Promise<Result<unknown, SourceError>>;
  /** Ends the line of a site whose key no longer holds. */
  review(site: string): void;
  /** For the state. */
  shown(): Site[];
  /** What the line of a site carries; undefined without one. */
  traffic(site: string): SiteLine | undefined;
  /** Tells each collector that the server stops. No line is opened any more. */
  close(): void;
}

interface Live {
  line?: Line | undefined;
  /** What was said on this line. */
  rebuilding?: Rebuilding;
  /** With which key the line was opened. */
  key?: string | undefined;
  last?: Moment;
  offsetMs?: number;
  /** The run of the program that has the line, or had it last, and the one before that. */
  run?: string;
  runBefore?: string | undefined;
  /** What is said on the present line was sent after this time, on the monotonic clock. */
  sentAfter: number;
  /** Where machines of the site reach its collector. */
  addresses?: string[];
  spool?: { bytes: number; isFull: boolean };
  /** Of the present line. */
  traffic?: Traffic | undefined;
  protocol?: number;
  /** How often something was refused, by the reason. */
  refused: Map<string, number>;
  /** The last of them that is not ordinary, since the line was opened. */
  refusal?: Sentence | undefined;
  withdrawn: Withdrawn;
  assigned: Map<string, Watched>;
  questions: Map<string, (answer: Result<unknown, SourceError>) => void>;
}

/** Reasons that are counted one by one, and characters of one. */
const MAX_REASONS = 50;
const MAX_REASON = 300;
/** The polls of one instance. A source has twenty. */
const MAX_POLLS = 64;

/** `lastSeen` is rounded to this, so that it does not change the state with each message. */
const SEEN_MS = 10_000;

export function createLines(deps: LinesDeps): Lines {
  const { sites, placeOf, instances, observe, backFill, lateEdges, passed, keepVersion, changed, clock, log } = deps;
  const all = new Map<string, Live>();
  const siteOf = new Map<Line, string>();
  const strangers = createStrangers();
  const turns = createReadingOrder(clock);
  let isClosed = false;
  const live = (id: string): Live => {
    const known = all.get(id) ?? {
      ...{
        sentAfter: 0,
        refused: new Map(),
        withdrawn: createWithdrawn(clock.monotonic),
        assigned: new Map(),
        questions: new Map(),
      },
    };
    all.set(id, known);
    return known;
  };
  const nameOf = (site: string) => sites.get(site)?.name ?? site;
  const send = (site: string, message: CollectDown) => live(site).line?.send(message);
  const sendAssignment = (site: string) => {
    const list = [...live(site).assigned.values()].map(({ name: _, polls: __, runs: ___, ...instance }) => instance);
    send(site, { type: 'assign', instances: list });
  };
  /** Each reason once, and then each time their number has doubled. `told`: what the collector is told. */
  const note = (site: string, shown: Sentence, told?: Sentence) => {
    const { refused, line, refusal } = live(site);
    // A reason may contain what the collector has chosen, such as the ids of a thousand hosts that do not exist.
    const given = shown.id === 'collect.notAssigned' ? shown.id : english(shown).slice(0, MAX_REASON);
    const reason = refused.has(given) || refused.size < MAX_REASONS ? given : 'other reasons';
    const count = (refused.get(reason) ?? 0) + 1;
    refused.set(reason, count);
    if (!Number.isInteger(Math.log2(count))) return;
    const text = reason === shown.id ? english(shown) : reason;
    log.warn({ site: nameOf(site), count }, `a collector was refused: ${text}`);
    if (told) line?.send({ type: 'not-taken', sentence: told });
    // Nothing hides that it claims what is not its own.
    if (isOrdinary(shown) || refusal?.id === shown.id || refusal?.id === 'collect.claimed') return;
    live(site).refusal = shown;
    changed();
  };
  const refuse = (site: string, sentence: Sentence) => note(site, sentence, sentence);
  /** `id`: of an instance that the collector was not given. It does not learn whether there is one. */
  const refuseClaim = (site: string, id: string) => {
    if (live(site).withdrawn.has(id)) return;
    const told = sentenceOf('not assigned', id);
    const place = placeOf(id);
    note(site, place ? claimOf(place.name, sites.get(place.site)?.name) : told, told);
  };

  const clocked = (site: string, error: SourceError) => withClock(error, nameOf(site), live(site).offsetMs);

  /** Returns why it is refused. */
  function take(
    site: string,
    message: Extract<Message, { type: 'observation' | 'part' }>,
    now: Moment,
  ): Sentence | 'not assigned' | undefined {
    const { assigned, rebuilding } = live(site);
    const id = idIn(message);
    const known = assigned.get(id);
    // What is said about others is not even stored.
    if (!known) return 'not assigned';
    const rebuilt = rebuilding?.take(message);
    if (rebuilt?.ok === false) {
      // It was taken away and given again, as with a new secret.
      if (rebuilt.error.id === 'collect.lost' && live(site).withdrawn.has(id)) return undefined;
      return { id: 'collect.frame', values: { reason: rebuilt.error } };
    }
    const observation = rebuilt?.value;
    if (message.type === 'part' || !observation) return undefined;
    const refused = refusalOf(observation, { assigned: (id) => assigned.get(id), instances });
    if (refused) return sentenceOf(refused, id);
    live(site).traffic?.called(observation.calls.made);
    const { polls, runs } = known;
    if (!polls.has(observation.poll) && polls.size >= MAX_POLLS) return sentenceOf('more polls than a host has', id);
    const age = ageOf(message.ageMs);
    const taken = corrected(observation, { ...known, site });
    const { outcome } = taken;
    const observed = {
      ...taken,
      ...(!outcome.ok && { outcome: { ok: false as const, error: clocked(site, outcome.error) } }),
      at: now.at - age,
      monotonic: now.monotonic - age,
    };
    if (!runs.pass(observed, { least: live(site).sentAfter - age, most: observed.monotonic })) return undefined;
    polls.add(observation.poll);
    backFill.observed(site, observed);
    lateEdges.observed(site, observed);
    observe(observed);
    return undefined;
  }

  const events: LineEvents = {
    prove({ site: id, signature }, nonce) {
      const site = sites.get(id);
      if (!site) return { id: 'collect.unknownSite' };
      const [keys, waiting] = [keysOf(site), waitingKeysOf(site)];
      if (keys && isProven(keys.signing, id, nonce, signature))
        return site.revokedAt === null ? undefined : { id: 'collect.revoked' };
      if (waiting && isProven(waiting.signing, id, nonce, signature))
        return { id: 'collect.waiting', values: { fingerprint: fingerprintOf(waiting) } };
      // A collector that waited when the site was revoked.
      const isRevoked = !keys && site.revokedAt !== null;
      return { id: isRevoked ? 'collect.revoked' : 'collect.wrongProof' };
    },
    opened(line, { site, version, protocol, run }) {
      const state = live(site);
      // A program that was started again never comes back as the run that it was.
      const isTwice = run === state.runBefore;
      if (run !== state.run) [state.run, state.runBefore] = [run, state.run];
      state.line?.end({ id: 'collect.replaced' }, false);
      const rebuilding = createRebuilding((instance) => line.send({ type: 'again', instance }), clock.monotonic);
      Object.assign(state, { line, rebuilding, protocol, key: sites.get(site)?.signingKey, addresses: [] });
      void keepVersion(site, version);
      [state.refusal, state.sentAfter] = [undefined, clock.monotonic()];
      siteOf.set(line, site);
      const name = nameOf(site);
      log.info({ site: name, version }, 'a collector has connected');
      line.send({ type: 'welcome', site: name });
      sendAssignment(site);
      if (isTwice) note(site, { id: 'collect.twice' });
      const assigned = [...state.assigned.keys()];
      lateEdges.opened(site, assigned, protocol);
      backFill.opened(site, assigned);
      changed();
    },
    refused({ site, version }, sentence, isProven) {
      const { id } = sentence;
      // Who has no key may name any site and any version.
      const isOther = !isProven && id !== 'collect.revoked' && id !== 'collect.wrongProof';
      if (isOther || !sites.get(site) || live(site).line) return;
      if (isProven) void keepVersion(site, version);
      note(site, sentence);
    },
    received(line, message, now) {
      const site = siteOf.get(line);
      if (site === undefined) return;
      const state = live(site);
      state.last = now;
      if (message.type === 'observation' || message.type === 'part') {
        const refused = take(site, message, now);
        if (refused === 'not assigned') refuseClaim(site, idIn(message));
        else if (refused) refuse(site, refused);
      } else if (message.type === 'clock') {
        // All that it says from now on was said after this question had reached it.
        state.sentAfter = Math.max(state.sentAfter, now.monotonic - Math.max(0, now.at - message.asked));
        state.traffic?.asked(now.at - message.asked - (message.answeredAt - message.at));
        state.offsetMs = Math.round((message.at - message.asked + (message.answeredAt - now.at)) / 2);
        // First what happened, then the values. A collector gives up one question for another.
        if (backFill.isAsking(site) || !lateEdges.goOn(site, state.offsetMs)) backFill.goOn(site, state.offsetMs);
      } else if (message.type === 'spool') state.spool = message;
      else if (message.type === 'history' || message.type === 'edges') {
        const refused = message.type === 'edges' ? lateEdges.received(site, message) : backFill.received(site, message);
        if (refused !== undefined) refuse(site, sentenceOf(refused, message.instance));
      } else if (message.type === 'answer')
        state.questions.get(message.id)?.(message.outcome as Result<unknown, SourceError>);
      else if (message.type === 'call') void passed(site, message).then(line.send);
      else if (message.type === 'listening') {
        const addresses = message.addresses.filter((address) => isOrigin(address));
        if (addresses.join() === state.addresses?.join()) return;
        state.addresses = addresses;
        changed();
      } else if (!state.assigned.has(message.instance)) refuseClaim(site, message.instance);
      // The instance itself shows why.
      else
        log.warn({ site: nameOf(site), instance: message.instance }, `a collector cannot poll a host: ${message.why}`);
    },
    unreadable(line, reason) {
      refuse(siteOf.get(line) ?? '', reason);
    },
    closed(line) {
      const site = siteOf.get(line) ?? '';
      siteOf.delete(line);
      const state = live(site);
      if (state.line !== line) return;
      [state.line, state.traffic] = [undefined, undefined];
      log.info({ site: sites.get(site)?.name }, 'the line to a collector has ended');
      changed();
    },
  };

  const shownOf = (site: StoredSite): Site => {
    const { last, line, offsetMs, addresses = [], spool, refusal } = live(site.id);
    const catchingUp = backFill.progress(site.id);
    const changesDropped = lateEdges.dropped(site.id);
    const isLate = last === undefined || clock.monotonic() - last.monotonic > SILENT_MS;
    // What it said waits here.
    const isSilent = isLate && line?.isHeld() !== true;
    return {
      ...{ id: site.id, name: site.name, status: statusOf(site, isSilent) },
      ...(last && { lastSeen: iso(last.at - (last.at % SEEN_MS)) }),
      ...(site.version && { version: site.version }),
      ...(offsetMs !== undefined && { clockOffsetMs: offsetMs }),
      ...(addresses.length > 0 && { addresses }),
      ...(catchingUp !== undefined && { catchingUp }),
      ...(changesDropped > 0 && { changesDropped }),
      ...(refusal && { refused: { message: english(refusal), sentence: refusal } }),
      ...(spool && { spoolBytes: spool.bytes, ...(spool.isFull && { spoolFull: true as const }) }),
    };
  };

  return {
    open(socket, address) {
      if (isClosed) return socket.terminate();
      const leave = strangers.enter(address, () => socket.terminate());
      socket.on('close', leave);
      const traffic = createTraffic(clock.monotonic);
      const opened: LineEvents['opened'] = (line, hello) => {
        leave();
        live(hello.site).traffic = traffic;
        events.opened(line, hello);
      };
      openLine(socket, { ...events, opened }, clock, turns, traffic);
    },
    assign(site, instance) {
      const { line, assigned } = live(site);
      const { polls = new Set<string>(), runs = createRuns() } = assigned.get(instance.id) ?? {};
      const isNew = !assigned.has(instance.id);
      assigned.set(instance.id, { ...instance, polls, runs });
      sendAssignment(site);
      if (!line || !isNew) return;
      lateEdges.assigned(site, instance.id);
      backFill.assigned(site, instance.id);
    },
    withdraw(site, instance) {
      const { rebuilding, assigned, withdrawn } = live(site);
      rebuilding?.forget(instance);
      if (!assigned.delete(instance)) return;
      withdrawn.note(instance);
      sendAssignment(site);
    },
    isUnheard(site, instance) {
      const { line, assigned } = live(site);
      return line === undefined && assigned.get(instance)?.polls.size === 0;
    },
    send,
    poll: (site, instance, about) => send(site, { type: 'poll', instance, about }),
    ask(site, question, timeoutMs) {
      const { line, questions, protocol = 0 } = live(site);
      const name = nameOf(site);
      const failed = (sentence: Parameters<typeof english>[0]) =>
        fail<SourceError>({ kind: 'unreachable', message: english(sentence), sentence });
      if (!line) return Promise.resolve(failed({ id: 'site.noLine', values: { name } }));
      if (question.what === 'scan' && protocol < SCAN_PROTOCOL)
        return Promise.resolve(failed({ id: 'site.oldCollector', values: { name } }));
      const id = randomUUID();
      return new Promise((done) => {
        const end = (answer: Result<unknown, SourceError>) => {
          cancel();
          questions.delete(id);
          done(answer.ok ? answer : fail(clocked(site, answer.error)));
        };
        const seconds = Math.round(timeoutMs / 1000);
        const cancel = clock.after(timeoutMs, () => end(failed({ id: 'site.noAnswer', values: { name, seconds } })));
        questions.set(id, end);
        line.send({ type: 'ask', id, ...question });
      });
    },
    review(id) {
      const site = sites.get(id);
      const { line, key } = live(id);
      if (site && site.revokedAt === null && site.signingKey === key) return;
      line?.end({ id: site ? 'collect.revoked' : 'collect.unknownSite' }, true);
      if (!site) all.delete(id);
    },
    shown: () =>
      sites
        .list()
        .map(shownOf)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    traffic: (site) => all.get(site)?.traffic?.figures(),
    close() {
      isClosed = true;
      for (const { line } of all.values()) line?.end({ id: 'collect.stopping' }, false);
    },
  };
}
