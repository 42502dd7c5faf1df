import type { Language } from '@cusp/contract/wire';
import i18next from 'i18next';
import { showLanguage } from '../i18n/i18n.ts';
import { toastError } from '../ui/toast.ts';
import { call } from './call.ts';
import { notifyOtherTabs } from './personal-storage.ts';
import { keepTexts } from './service-worker.ts';
import { currentSession, isSignedIn, updateUser } from './session/session-store.ts';

/**
 * Switches the page's language immediately and saves it on the server for the person's mails and the next visit. If its
 * texts cannot be loaded, nothing changes and `onFailure` notifies the person.
 */
export async function chooseLanguage(
  language: Language,
  onFailure = () => toastError(i18next.t('errors:offline')),
): Promise<void> {
  try {
    if (!(await showLanguage(language))) return;
  } catch (error) {
    console.warn('could not load the language', error);
    return onFailure();
  }
  keepTexts(language);
  const { setLanguage } = await import('@cusp/contract/accounts.routes');
  try {
    await call(setLanguage, { body: { language } });
  } catch (error) {
    // The page keeps the choice; the settings show that mails use another language.
    console.warn('could not save the language', error);
    if (isSignedIn()) notifyOtherTabs();
    return;
  }
  const now = currentSession();
  if (now.status === 'in') updateUser({ ...now.user, settings: { ...now.user.settings, language } });
}
