import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './support.module.css';

/**
 * Opens the account in a new tab. A link instead of `window.open`, because browsers block windows that open after a
 * request; without an opener the tab has separate storage.
 */
export function OpenLink({ link, onOpen }: { link: string; onOpen(): void }) {
  const { t } = useTranslation('support');
  return (
    <div className={classes.actions} role="status">
      <p className={classes.quiet}>{t('staff.ready')}</p>
      <Button
        component="a"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        leftSection={<IconExternalLink size={16} />}
      >
        {t('staff.openTab')}
      </Button>
    </div>
  );
}
