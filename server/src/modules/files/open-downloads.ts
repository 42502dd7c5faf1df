import type { ServerResponse } from 'node:http';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { entitled } from '../identity/sessions.ts';
import { mayTakeFile } from './files.policy.ts';
import { type FileRow, filesById } from './files.sql.ts';

/** Most downloads are over before the first check. */
const CHECK_EVERY_MS = 5_000;

interface Download {
  response: ServerResponse;
  isAllowed(): Promise<boolean>;
}

/** The downloads that this process is sending. One timer checks all of them, one after the other. */
const openDownloads = new WeakMap<Services['db'], Set<Download>>();

/**
 * Breaks off a download whose receiver loses access while it is sent, because the rest of large files may take minutes.
 * The receiver gets fewer bytes than announced, which browsers and zip programs report as a failure.
 */
export function endWithAccess(
  services: Services,
  response: ServerResponse,
  isAllowed: Download['isAllowed'],
): void {
  // A receiver who has left already causes no further event.
  if (response.destroyed || response.writableFinished) return;
  const downloads = openDownloads.get(services.db) ?? new Set();
  openDownloads.set(services.db, downloads);
  const download = { response, isAllowed };
  if (downloads.size === 0) checkLater(services, downloads);
  downloads.add(download);
  const forget = () => downloads.delete(download);
  response.once('finish', forget).once('close', forget);
}

/** Checks the downloads until none is open. */
function checkLater(services: Services, downloads: ReadonlySet<Download>): void {
  const timer = setTimeout(async () => {
    await checkDownloads(services);
    if (downloads.size > 0) checkLater(services, downloads);
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** People who sign out while a download runs still want it; every other end of a session takes it away. */
const OWN_ENDS = ['signed out', 'signed in anew'];

/** Whether a person may still receive what their session requested. Idle sessions count, because downloads run alone. */
async function holdsSession({ db }: Services, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where(entitled)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('end_reason', 'in', OWN_ENDS)]))
    .executeTakeFirst();
  return session !== undefined;
}

/** Whether a person still sees all these files, and none has been closed since. */
export async function areOpen(
  { db }: Services,
  { userId, ids, isClosed }: { userId: number; ids: readonly number[]; isClosed(file: FileRow): boolean },
): Promise<boolean> {
  const files = await filesById(db, userId, ids);
  return files.length === ids.length && !files.some(isClosed);
}

/** Whether the session of a person still holds, and they may still take these files. */
export const stillTakes = (services: Services, { userId, sessionId }: Actor, ids: readonly number[]) => {
  const isClosed = (file: FileRow) =>
    mayTakeFile({ ...file, status: file.caseStatus }, file, userId) !== null;
  return async (): Promise<boolean> =>
    (sessionId === null || (await holdsSession(services, sessionId))) &&
    (await areOpen(services, { userId, ids, isClosed }));
};

/** Checks all open downloads of this process. */
export async function checkDownloads(services: Services): Promise<void> {
  for (const download of openDownloads.get(services.db) ?? []) await check(services, download);
}

async function check(services: Services, { response, isAllowed }: Download): Promise<void> {
  try {
    if (!(await isAllowed())) response.destroy();
  } catch (error) {
    services.log.warn({ err: error }, 'could not check the access to an open download');
  }
}
