import type { Language } from '@cusp/contract/wire';
import { showLanguage } from '../i18n/i18n.ts';
import { call } from './call.ts';
import { tellOtherTabs } from './personal-storage.ts';
import { isSignedIn } from './session/session-store.ts';

/** Switches the page's language at once, and tells the server for mails and the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  const { setLanguage } = await import('@cusp/contract/accounts');
  // The choice holds in this browser even when the server does not hear of it.
  await call(setLanguage, { body: { language } }).catch((error: unknown) =>
    console.warn('the language was not kept', error),
  );
  if (isSignedIn()) tellOtherTabs();
}
