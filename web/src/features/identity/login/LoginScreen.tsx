import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { loginPathFor } from '../../../client/next-path.ts';
import { useSession } from '../../../client/session/session-store.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { BrandPanel, Copyright } from './BrandPanel.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './login.module.css';
import { SocialButtons } from './SocialButtons.tsx';
import type { AskedStep } from './use-sign-in.ts';

// Lazy because most people have no second step.
const SecondStep = lazy(() => import('../second-step/SecondStep.tsx'));

/** The sign-in page. Wide windows show the brand beside the form, narrow ones above and below it. */
export default function LoginScreen() {
  const { t } = useTranslation('login');
  const small = useSmallScreen();
  const session = useSession();
  const [step, setStep] = useState<AskedStep | null>(null);
  const { odm } = appInfo();
  return (
    <div className={classes.page}>
      {!small && <BrandPanel />}
      <div className={classes.side}>
        <header className={classes.top}>
          <LanguageSelect />
          <RegionButton />
        </header>
        <main className={classes.main}>
          {small && (
            <div className={classes.intro}>
              <img src={odm.images.mark} alt="" width={40} height={40} />
              <p className={classes.introName}>{odm.app_name}</p>
              <p className={classes.introTagline}>{t('tagline')}</p>
            </div>
          )}
          <PageTitle className={classes.title}>{t('title')}</PageTitle>
          {session.status === 'out' && session.idle && !step && (
            <p className={classes.notice} role="status">
              {t('idle')}
            </p>
          )}
          {step ? (
            <Suspense fallback={null}>
              <SecondStep step={step} onBack={() => setStep(null)} />
            </Suspense>
          ) : (
            <>
              <LoginForm onSecondStep={setStep} />
              <SocialButtons onSecondStep={setStep} />
              <p className={classes.create}>
                <span>{t('newHere', { app: odm.app_name })}</span>
                <Button component={Link} to={PAGES.signup} variant="default" size="sm">
                  {t('create')}
                </Button>
              </p>
            </>
          )}
        </main>
        {small && (
          <footer className={classes.footer}>
            <p className={classes.footerText}>{t('description', { app: odm.app_name })}</p>
            {odm.demo_url && (
              <Button component="a" href={odm.demo_url} variant="subtle" size="sm">
                {t('demo')}
              </Button>
            )}
            <Copyright />
          </footer>
        )}
      </div>
    </div>
  );
}

/**
 * Links to the other region's site, if configured, and passes on the target of the sign-in. Only the default brand
 * shows it.
 */
function RegionButton() {
  const { t } = useTranslation('common');
  const { odm, other_region_url, server_loc } = appInfo();
  const next = new URLSearchParams(useLocation().search).get('next');
  if (!odm.is_default_brand || !other_region_url) return null;
  return (
    <Button component="a" href={other_region_url + loginPathFor(next ?? '')} variant="default">
      {t(`toRegion.${server_loc === 'EU' ? 'US' : 'EU'}`)}
    </Button>
  );
}
