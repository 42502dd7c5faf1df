import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../client/session/session-store.ts';
import classes from './full-page.module.css';

/** What every unknown address shows. */
export function NotFoundScreen() {
  const { t } = useTranslation('common');
  const session = useSession();
  // The shell has the page's main part already.
  const Frame = 'user' in session && !session.limits.unsecured ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      <p className={classes.number} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to={PAGES.home}>
        {t('home')}
      </Button>
    </Frame>
  );
}
