import type { PersonSession } from '@cusp/contract/security';
import Bowser from 'bowser';

const KINDS = ['desktop', 'mobile', 'tablet'] as const;
/** For other browsers the parser returns parts of the header verbatim, which can be whole sentences. */
const KNOWN = new Set<string>(Object.values(Bowser.BROWSER_MAP));

/** Browser and system by user agent; null if unknown, and never text from the header. */
export function deviceOf(userAgent: string): Pick<PersonSession, 'browser' | 'system' | 'kind'> {
  if (userAgent === '') return { browser: null, system: null, kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = KINDS.find((each) => each === platform.type);
  return {
    browser: kind && browser.name && KNOWN.has(browser.name) ? browser.name : null,
    system: os.name || null,
    kind: kind ?? 'unknown',
  };
}
