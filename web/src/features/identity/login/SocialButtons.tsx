import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { PROVIDER_NAMES, ProviderLogo } from '../social/ProviderLogo.tsx';
import classes from './login.module.css';
import type { AskedStep } from './use-sign-in.ts';
import { loadPopUp, useSocialSignIn } from './use-social-sign-in.ts';

/** One button for each provider that is set up here and that the brand offers; nothing where there is none. */
export function SocialButtons({ onSecondStep }: { onSecondStep(step: AskedStep): void }) {
  const { t } = useTranslation('login');
  const { t: words } = useTranslation('errors');
  const { signIn, busy, problem } = useSocialSignIn(onSecondStep);
  const { social } = appInfo();
  // Somebody's own wish is no error.
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
        {busy && <p className={classes.hint}>{t('socialWaiting')}</p>}
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
