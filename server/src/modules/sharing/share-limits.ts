import { sql } from 'kysely';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';

/** Per hour. A case has some twenty files, and an institution with many readers shares one network. */
export const SHARE_LIMITS = {
  opening: { link: 120, network: 240 },
  file: { link: 3000, network: 6000 },
  zip: { link: 60, network: 120 },
} as const;

type What = keyof typeof SHARE_LIMITS;

/** Counts one use of a link, or of any link from a network, and refuses above the limit. */
export async function countUse(
  services: Services,
  what: What,
  whose: { linkId: number } | { ip: string },
): Promise<void> {
  const [kind, name] =
    'ip' in whose ? (['network', networkOf(whose.ip)] as const) : (['link', String(whose.linkId)] as const);
  const key = keyedHash(services.secret, 'share use', `${what} ${kind} ${name}`);
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into share_use (key, hour, count) values (${key}, date_trunc('hour', now()), 1)
    on conflict (key, hour) do update set count = share_use.count + 1
    returning count, ceil(extract(epoch from hour + interval '1 hour' - now()))::int as wait
  `.execute(services.db);
  const [used] = rows;
  if (used && used.count > SHARE_LIMITS[what][kind])
    throw new Refusal('too_many_requests', { retry_after: used.wait });
}

/** Removes expired counts. */
export async function tidySharing({ db }: Services): Promise<void> {
  await db.deleteFrom('share_use').where('hour', '<', sql<Date>`now() - interval '2 hours'`).execute();
}
