// Where monthly reports go: mail, a folder, and the store of the backups that speaks S3.
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { otherWords } from '@belfry/domain/sentences/english';
import { evidenceWords } from '@belfry/evidence/words';
import { putObject } from '../admin/backup/s3/s3-object.ts';
import type { Config } from '../config/env.ts';
import type { Place, PlaceName } from '../evidence/monthly.ts';
import { media } from '../evidence/reporter.ts';
import type { Shelf } from '../evidence/shelf.ts';
import type { Clock } from '../lib/clock.ts';
import { zoneNamed } from '../lib/zones.ts';
import type { Notifications } from './notifications.ts';

export interface ReportPlacesDeps {
  config: Pick<Config, 'reportFolder' | 'backup' | 'machineZone'>;
  shelf: Pick<Shelf, 'content' | 'fileOf'>;
  poster: Notifications['poster'];
  clock: Clock;
}

/** Below the prefix of the backups. */
const S3_FOLDER = 'reports/';

/** Those that can be used now: mail while it is switched on. */
export function placesOf({ config, shelf, poster, clock }: ReportPlacesDeps) {
  const { reportFolder: folder, machineZone } = config;
  const { s3 } = config.backup;
  const byMail = (post: NonNullable<ReturnType<typeof poster>>): Place => ({
    name: 'E-mail',
    async put(report, { recipients, name }) {
      const found = await shelf.content(report.id);
      const { texts } = await evidenceWords(report.language, zoneNamed(machineZone || 'UTC'));
      const subject = [name || 'Belfry', texts.title, report.period, report.about].filter(Boolean).join(' · ');
      const sent = await post({
        ...{ to: recipients, subject, text: `${subject}\n\n${texts.evidence}\nbelfry report verify ${report.file}\n` },
        at: clock.now(),
        file: { name: report.file, content: found?.content ?? Buffer.alloc(0), media: media[report.format] },
      });
      return sent.ok ? undefined : (sent.sentence ?? otherWords(sent.words));
    },
  });
  const toFolder = (into: string): Place => ({
    name: into,
    async put({ id, file }) {
      const unfinished = path.join(into, `.${file}.new`);
      try {
        await copyFile(shelf.fileOf(id), unfinished);
        await rename(unfinished, path.join(into, file));
        return undefined;
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        return otherWords((error as Error).message);
      }
    },
  });
  const toS3 = (config: NonNullable<typeof s3>): Place => ({
    name: `s3://${config.bucket}/${config.prefix}${S3_FOLDER}`,
    put: ({ id, file }) =>
      putObject(config, clock, `${S3_FOLDER}${file}`, shelf.fileOf(id)).then(
        () => undefined,
        (error: Error) => otherWords(error.message),
      ),
  });
  return (): Partial<Record<PlaceName, Place>> => {
    const post = poster();
    return {
      ...(post && { mail: byMail(post) }),
      ...(folder !== undefined && { folder: toFolder(folder) }),
      ...(s3 && { s3: toS3(s3) }),
    };
  };
}
