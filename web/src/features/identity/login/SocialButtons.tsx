import { PAGES } from '@cusp/contract/pages';
import type { SocialProvider } from '@cusp/contract/wire';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { loadLandingAhead } from '../../../client/landing.ts';
import { errorText } from '../../../i18n/error-text.ts';
import type { SentMail } from '../page/entry-state.ts';
import { PROVIDER_NAMES, ProviderLogo } from '../social/ProviderLogo.tsx';
import classes from './login.module.css';
import { useLeaving } from './use-leaving.ts';
import { type AskedStep, completeSignIn } from './use-sign-in.ts';

/** Loads the code of the pop-up ahead, so that it is ready at the click. */
const loadPopUp = () => import('../social/pop-up.ts');

/** Large enough for the completion form in two columns. */
const WINDOW = { width: 680, height: 760 };

/** The provider has the email address, this page does not. */
const MAILED: SentMail = { email: '', uid: null, sent: true, nextAt: 0 };

/** Opens a window centred on this one; null if the browser blocks it. */
function openWindow(): Window | null {
  const left = screenX + Math.max(0, (outerWidth - WINDOW.width) / 2);
  const top = screenY + Math.max(0, (outerHeight - WINDOW.height) / 2);
  return open(
    '',
    'cusp-social',
    `popup,width=${WINDOW.width},height=${WINDOW.height},left=${left},top=${top}`,
  );
}

/** Signs in by a provider's pop-up, or asks for the second step. Closing the pop-up changes nothing. */
function useSocialSignIn(onSecondStep: (step: AskedStep) => void) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState<SocialProvider | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { leaving, leave } = useLeaving(() => setBusy(null));
  useEffect(() => () => running.current?.abort(), []);

  async function signIn(provider: SocialProvider): Promise<void> {
    // Within the click handler, because browsers block a window opened later as a pop-up.
    const popUp = openWindow();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(popUp ? null : 'blocked');
    if (!popUp) return setBusy(null);
    setBusy(provider);
    loadLandingAhead();
    try {
      const { signInBy } = await loadPopUp();
      const outcome = await signInBy(provider, popUp, controller.signal, () => setBusy(null));
      setBusy(provider);
      if ('asked' in outcome) onSecondStep(outcome.asked);
      else if ('auth' in outcome) await completeSignIn(outcome.auth, search);
      else if ('elsewhere' in outcome) leave(outcome.elsewhere);
      else if ('mailed' in outcome) await navigate(PAGES.signupEmail, { state: MAILED });
      else await navigate(PAGES.resend.replace(':uid', encodeURIComponent(outcome.uid)));
    } catch (error) {
      if (controller.signal.aborted) return;
      popUp.close();
      setBusy(null);
      setProblem(error);
    }
  }

  return { signIn, busy, problem, leaving };
}

/** One button for each provider that is configured and offered by the brand. */
export function SocialButtons({ onSecondStep }: { onSecondStep(step: AskedStep): void }) {
  const { t } = useTranslation('login');
  const { t: words } = useTranslation('errors');
  const { signIn, busy, problem, leaving } = useSocialSignIn(onSecondStep);
  const { social } = appInfo();
  // Cancelling is not an error.
  const cancelled = problem instanceof ApiError && problem.code === 'social_cancelled';
  if (social.length === 0) return null;
  return (
    <section className={classes.social} aria-labelledby="social-sign-in">
      <p className={classes.divider} id="social-sign-in">
        {t('social')}
      </p>
      {social.map((provider) => (
        <Button
          key={provider}
          variant="default"
          size="md"
          leftSection={<ProviderLogo provider={provider} />}
          loading={busy === provider}
          onPointerEnter={loadPopUp}
          onFocus={loadPopUp}
          onClick={() => void signIn(provider)}
        >
          {t('with', { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
      <div role="status">
        {leaving && <p className={classes.leaving}>{t(`leaving.${leaving}`)}</p>}
        {busy && !leaving && <p className={classes.hint}>{t('socialWaiting')}</p>}
        {cancelled && <p className={classes.hint}>{words('social_cancelled')}</p>}
      </div>
      {problem !== null && !cancelled && (
        <p className={classes.error} role="alert">
          {problem === 'blocked' ? t('socialBlocked') : errorText(words, problem)}
        </p>
      )}
    </section>
  );
}
