// A sentence for people as data: its name and the values in it. The words are made where it is read, in the language of the reader.
import * as z from 'zod';
import type { Sentences } from './table.ts';

/** A name, a figure, the words of somebody else, a sentence within the sentence, or a list of these. */
export type Value = string | number | Sentence | readonly Value[];

export type SentenceId = keyof Sentences;

type Places<Template extends string> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;
type PlainId = { [Id in SentenceId]: [Places<Sentences[Id]>] extends [never] ? Id : never }[SentenceId];
type With<Id extends SentenceId, Place extends string> = {
  id: Id;
  values: { readonly [P in Place as NameOf<P>]: ValueOf<P> };
};

export type Sentence =
  | { id: PlainId; values?: undefined }
  | { [Id in Exclude<SentenceId, PlainId>]: With<Id, Places<Sentences[Id]>> }[Exclude<SentenceId, PlainId>];

/** `{days:day|days}` is a number with one of the words, `{free:bytes}` one with its unit. Every other value may be anything. */
type NameOf<Place extends string> = Place extends `${infer Name}:${string}` ? Name : Place;
type ValueOf<Place extends string> = Place extends `${string}:${string}` ? number : Value;

/** As it arrives: a newer server may have sentences that the reader does not know. */
export interface WireSentence {
  id: string;
  values?: Readonly<Record<string, WireValue>> | undefined;
}
export type WireValue = string | number | WireSentence | readonly WireValue[];
export const WireSentence: z.ZodType<WireSentence> = z.object({
  id: z.string(),
  get values() {
    return z.record(z.string(), WireValueSchema).optional();
  },
});
const WireValueSchema: z.ZodType<WireValue> = z.union([
  z.string(),
  z.number(),
  WireSentence,
  z.array(z.lazy(() => WireValueSchema)).readonly(),
]);

/** Where both sides are the same version. */
export const OwnSentence = WireSentence as z.ZodType<Sentence>;
