import type { Readable } from 'node:stream';
import type { Actor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { pictureVisibleTo } from './picture.policy.ts';

/** The picture of a person whom the asking one may see. */
export async function showPicture(
  services: Services,
  actor: Actor,
  idb64: string,
): Promise<{ type: string; bytes: Readable }> {
  const person = await services.db
    .selectFrom('app_user')
    .select(['picture_key', 'picture_type'])
    .where('id', '=', found(decodeId(idb64)))
    .where('picture_key', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(pictureVisibleTo(actor.userId))
    .executeTakeFirst();
  const key = found(person?.picture_key);
  return {
    type: person?.picture_type ?? 'application/octet-stream',
    bytes: await services.storage.read(key),
  };
}
