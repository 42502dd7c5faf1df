import { Button } from '@mantine/core';
import { IconBook, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { useUser } from '../../client/session/session-store.ts';
import classes from './dashboard.module.css';

/** Documentation and support of the skin, by the kind of institution; each region's server names its own. */
export function HelpPanel() {
  const { t } = useTranslation('dashboard');
  const { inst_type_guessed } = useUser();
  const { support } = brand();
  const { phone, docs } = inst_type_guessed === 'Clinic' ? support.clinic : support.lab;
  return (
    <section className={classes.panel} aria-labelledby="dashboard-help">
      <header className={classes.head}>
        <h2 id="dashboard-help" className={classes.title}>
          {t('help.title')}
        </h2>
      </header>
      <div className={classes.help}>
        <Button
          component="a"
          href={docs}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBook size={17} stroke={1.7} aria-hidden />}
        >
          {t('help.docs')}
        </Button>
        <Button
          component="a"
          href={`tel:${phone.replaceAll(' ', '')}`}
          variant="default"
          leftSection={<IconPhone size={17} stroke={1.7} aria-hidden />}
        >
          {t('help.ask')}
        </Button>
        <span className={classes.phone}>{phone}</span>
      </div>
    </section>
  );
}
