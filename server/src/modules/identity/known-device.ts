import { lookup } from 'geoip-country';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { deviceOf } from './device.ts';
import { hashToken } from './sessions.ts';

/** Whether the joined `app_user` has signed in with the browser that has this mark. */
export const knowsDevice = (mark: string | null) => sql<boolean>`exists (
  select from known_device where known_device.user_id = app_user.id and hash = ${hashToken(mark ?? '')}
)`;

/** Marks a browser as known to a person; returns whether it was new. */
export async function rememberDevice(tx: Tx, userId: number, token: string): Promise<boolean> {
  const { isNew } = await tx
    .insertInto('known_device')
    .values({ user_id: userId, hash: hashToken(token) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet({ last_seen_at: sql<Date>`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

/**
 * Records a sign-in from the browser that has `token`. Mails the person if it is new while others are known; the
 * first browser of an account needs no mail.
 */
export async function noteDevice(work: Work<Visitor>, userId: number, token: string): Promise<void> {
  if (!(await rememberDevice(work.tx, userId, token))) return;
  const { known } = await work.tx
    .selectFrom('known_device')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (known > 1) await notifyDevice(work, userId);
}

async function notifyDevice(work: Work<Visitor>, userId: number): Promise<void> {
  const user = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { browser, system } = deviceOf(work.actor.userAgent);
  const country = lookup(work.actor.ip)?.country;
  const place = country && new Intl.DisplayNames(user.language, { type: 'region' }).of(country);
  const time = new Intl.DateTimeFormat(user.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date());
  await work.mail(user, 'new-sign-in', {
    name: user.first_name,
    device: [browser, system].filter(Boolean).join(', ') || '–',
    place: place ? `${place} (${work.actor.ip})` : work.actor.ip,
    time: `${time} UTC`,
    link: '/security',
  });
}
