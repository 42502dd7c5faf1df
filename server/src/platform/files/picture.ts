import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LIMITS } from '@cusp/contract/limits';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { forgetUnlessKept } from './forget-unless-kept.ts';
import { cleanJpeg, isJpeg } from './jpeg.ts';
import { cleanPng, isPng } from './png.ts';

/** Pictures are shown at 256 px at most; larger ones would only exhaust decoders. */
const MAX_SIDE_PX = 10_000;
const MAX_PIXELS = 50_000_000;

export const PICTURE_RULE = { field: 'picture', maxBytes: LIMITS.pictureBytes } as const;

export interface Picture {
  type: 'image/png' | 'image/jpeg';
  bytes: Buffer;
}

/** A person's picture without its metadata. The type is detected from the content, never from a name or header. */
export function cleanPicture(bytes: Buffer, field: string = PICTURE_RULE.field): Picture {
  const type = isPng(bytes) ? 'image/png' : isJpeg(bytes) ? 'image/jpeg' : null;
  const cleaned = type === 'image/png' ? cleanPng(bytes) : cleanJpeg(bytes);
  if (!type || !cleaned || cleaned.width < 1 || cleaned.height < 1)
    throw new Refusal('picture_type_not_allowed', field);
  const { width, height } = cleaned;
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX || width * height > MAX_PIXELS)
    throw new Refusal('picture_too_many_pixels', field);
  return { type, bytes: cleaned.bytes };
}

/** Columns of `app_user` that point at a picture. */
export interface StoredPicture {
  picture_key: string | null;
  picture_type: string | null;
}

/**
 * Stores a picture in `pictures` or another folder, then runs the work that refers to it, and removes the bytes if the
 * work refuses it. After any other error the commit may have happened and only its reply was lost, so the job of
 * `forgetUnlessKept` finds out a day later. Without a picture the work gets null.
 */
export async function withStoredPicture<T>(
  services: Services,
  picture: Picture | null,
  work: (stored: StoredPicture | null) => Promise<T>,
  folder = 'pictures',
): Promise<T> {
  if (!picture) return work(null);
  const key = `${folder}/${randomUUID()}.${picture.type === 'image/png' ? 'png' : 'jpg'}`;
  await forgetUnlessKept(services, key);
  await services.storage.write(key, Readable.from([picture.bytes]));
  try {
    return await work({ picture_key: key, picture_type: picture.type });
  } catch (error) {
    if (error instanceof Refusal) await services.storage.remove(key);
    throw error;
  }
}
