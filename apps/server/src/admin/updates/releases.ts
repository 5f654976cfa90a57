// Reads a list of releases, as code hosts publish it, and chooses the right one. Invalid entries are ignored.

import { foreignJson } from '@belfry/domain/foreign-json';
import { compareVersions, isCandidate, isVersion } from '@belfry/release/version';
import type { UpdateChannel } from '@belfry/schema/http/system';
import * as z from 'zod';

export interface Release {
  version: string;
  notes: string;
  /** ISO, or empty. */
  date: string;
  /** The page of the release; empty if the list has none that a browser may open. */
  page: string;
  prerelease: boolean;
  /** Its files by their names. */
  files: ReadonlyMap<string, ReleaseFile>;
}

/** `size` in bytes, if the list has it. */
interface ReleaseFile {
  url: string;
  size: number | undefined;
}

const MAX_FILES = 200;
const Asset = z.object({
  name: z.string().max(200),
  browser_download_url: z.string().max(2048),
  size: z.number().int().nonnegative().optional().catch(undefined),
});

/** A file is downloaded only with https. */
function filesOf(assets: readonly unknown[]): ReadonlyMap<string, ReleaseFile> {
  const files = assets.slice(0, MAX_FILES).flatMap((item) => {
    const { data } = Asset.safeParse(item);
    if (!data || URL.parse(data.browser_download_url)?.protocol !== 'https:') return [];
    return [[data.name, { url: data.browser_download_url, size: data.size }] as const];
  });
  return new Map(files);
}

/** What is stored of a release. The list of files is that of the last answer. */
export const StoredRelease = z.object({
  ...{ version: z.string(), notes: z.string(), date: z.string(), page: z.string(), prerelease: z.boolean() },
  files: z
    .array(z.tuple([z.string(), z.object({ url: z.string(), size: z.number().optional() })]))
    .transform((files): Release['files'] => new Map(files.map(([name, { url, size }]) => [name, { url, size }]))),
});
export const toStored = (release: Release) => ({ ...release, files: [...release.files] });

const Entry = z
  .object({
    tag_name: z.string().max(64),
    body: z.string().nullish(),
    published_at: z.string().nullish(),
    html_url: z.string().nullish(),
    prerelease: z.boolean().default(false),
    draft: z.boolean().default(false),
    assets: z.array(z.unknown()).nullish().catch(undefined),
  })
  .transform(({ tag_name, body, published_at, html_url, prerelease, draft, assets }) => ({
    draft,
    version: tag_name.replace(/^v/, ''),
    notes: (body ?? '').slice(0, 20_000),
    date: published_at ?? '',
    page: html_url && URL.parse(html_url)?.protocol === 'https:' ? html_url : '',
    prerelease: prerelease || isCandidate(tag_name),
    files: filesOf(assets ?? []),
  }));

/** Undefined if it is not a list. Entries that are not releases are left out. */
export function parseReleases(text: string): Release[] | undefined {
  const list = foreignJson(text);
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item) => {
    const { data } = Entry.safeParse(item);
    if (!data || data.draft || !isVersion(data.version)) return [];
    const { draft: _, ...release } = data;
    return [release];
  });
}

/** The newest version, at any position in the list. Candidates are used only if the user asked for them. */
export function newest(releases: readonly Release[], channel: UpdateChannel): Release | undefined {
  const [first] = releases
    .filter(({ prerelease }) => channel === 'rc' || !prerelease)
    .toSorted((a, b) => compareVersions(b.version, a.version));
  return first;
}
