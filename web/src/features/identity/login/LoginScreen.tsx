import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { BrandPanel, Copyright } from './BrandPanel.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './login.module.css';
import { RegionButton } from './RegionButton.tsx';
import { SocialButtons } from './SocialButtons.tsx';

/** The way in. Wide windows show the brand beside the form, narrow ones above and below it. */
export default function LoginScreen() {
  const { t } = useTranslation('login');
  const small = useSmallScreen();
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
          <h1 className={classes.title}>{t('title')}</h1>
          <LoginForm />
          <SocialButtons />
          <p className={classes.create}>
            <span>{t('newHere', { app: odm.app_name })}</span>
            <Button component={Link} to={PAGES.signup} variant="default" size="sm">
              {t('create')}
            </Button>
          </p>
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
