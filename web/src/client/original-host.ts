import { appInfo } from '../brand/app-info.ts';

/** Below it lies what only the host that a person came from has. */
const THEIRS = '/priv/';

/** The same path at the site of ours that the person came from; null when they came from nowhere else. */
export function atOriginalHost(path: string): string | null {
  const { original_origin: origin } = appInfo();
  return origin && origin + path;
}

/** Where a sign-in leads when its target lies at the site that the person came from; null when it lies here. */
export const originalTarget = (path: string): string | null =>
  path.includes(THEIRS) ? atOriginalHost(path) : null;
