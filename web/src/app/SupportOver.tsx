import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { leaveSupport } from '../client/area.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './full-page.module.css';

/** Shown in a support tab when its session has ended. */
export default function SupportOver() {
  const { t } = useTranslation('support');
  return (
    <main className={classes.page}>
      <PageTitle className={classes.title}>{t('over.title')}</PageTitle>
      <p className={classes.text}>{t('over.text')}</p>
      <Button variant="default" onClick={leaveSupport}>
        {t('over.leave')}
      </Button>
    </main>
  );
}
