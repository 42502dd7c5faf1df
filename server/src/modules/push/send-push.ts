import { PAGES } from '@cusp/contract/pages';
import { shownStatus } from '@cusp/dental/case-status';
import { formatDay } from '@cusp/text/dates';
import { iconOf, skinOfKey } from '../../platform/brand/brands.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { Services } from '../../platform/services.ts';
import { languageOrEnglish, loadTexts } from '../../platform/texts/load-texts.ts';
import { inTransaction } from '../../platform/work.ts';
import { entitled } from '../identity/sessions.ts';
import { type NoticeRow, unreadNotice } from '../inbox/inbox.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { encryptFor } from './encrypt.ts';
import { postPush, spareSlow } from './post-push.ts';
import { vapidHeader, vapidKey } from './vapid.ts';

/** How long a push service keeps a message for a browser that is off, in seconds. */
const KEPT_S = 12 * 3600;
/** The browser has ended the subscription. */
const GONE = [404, 410];

/** Adds a job for each browser of a person, so that a failing one repeats nothing on the others. */
export const planBrowsers = (services: Services, { userId, noticeId }: JobData['push']): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const browsers = await browsersOf(work.tx, userId).select('browser.id').execute();
    // Attributed to the person who supplied the address, because a slow address must not delay others' notifications.
    for (const { id: browserId } of browsers)
      await work.enqueue('push-browser', { userId, noticeId, browserId }, { personId: userId });
  });

/**
 * Notifies a browser of a notice that is still unread and visible to the person. The message has the names of
 * colleagues and the number of the case, as mails do, and nothing about a patient. Fails if the push service does not
 * accept it, so that the job is retried.
 */
export async function sendPush(
  services: Services,
  { userId, noticeId, browserId }: JobData['push-browser'],
): Promise<void> {
  const browser = await browsersOf(services.db, userId)
    .select(['browser.endpoint', 'browser.browser_key', 'browser.auth_secret'])
    .where('browser.id', '=', browserId)
    .executeTakeFirst();
  if (!browser) return;
  const notice = await unreadNotice(services.db, userId, noticeId);
  const reader = await services.db
    .selectFrom('app_user')
    .select(['language', 'brand'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!notice || !reader) return;
  const skin = skinOfKey(reader.brand);
  const message = JSON.stringify({
    title: skin.app_name,
    icon: iconOf(skin.key),
    lang: languageOrEnglish(reader.language),
    body: await bodyOf(notice, reader.language),
    tag: `notice-${notice.id}`,
    path: notice.case_id === null ? PAGES.inbox : `/case/${notice.case_id}`,
  });
  const key = await vapidKey(services);
  const { production, publicUrl } = services.config;
  const url = new URL(browser.endpoint);
  const headers = {
    authorization: await vapidHeader(key, url, contactOf(publicUrl)),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_S),
    urgency: 'normal',
  };
  const body = encryptFor(browser, message);
  const status = await spareSlow(url.host, () => postPush(url, { production, body, headers }));
  if (GONE.includes(status))
    await services.db.deleteFrom('push_subscription').where('id', '=', browserId).execute();
  else if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
}

/** Push services require a contact address or URL. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? new URL(publicUrl).origin : 'mailto:operator@cusp.example';

/**
 * The subscriptions of a person whose sessions have not ended. Idle sessions count: notifications are for people who
 * are away.
 */
const browsersOf = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('push_subscription as browser')
    .innerJoin('session', 'session.id', 'browser.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('session.user_id', '=', userId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', new Date())
    .where(entitled);

/** One line about the event, and the number of the case. */
async function bodyOf(notice: NoticeRow, language: string): Promise<string> {
  const tag = languageOrEnglish(language);
  const texts = await loadTexts('inbox', 'dental', 'common');
  const [t, dental, common] = (['inbox', 'dental', 'common'] as const).map((name) =>
    texts.getFixedT(tag, name),
  );
  if (!t || !dental || !common) throw new Error('texts are missing');
  const values = {
    status: notice.status ? dental(`statuses.${shownStatus(notice.status)}`) : '',
    group: notice.group ?? '',
    day: formatDay(notice.due, tag),
  };
  const did = String(t(`did.${notice.what}`, values));
  const who = notice.person ? nameOf(notice.person) || String(common('unknown')) : '';
  return [[who, did].filter(Boolean).join(' '), notice.no].filter(Boolean).join('\n');
}
