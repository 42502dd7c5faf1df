import type { ServerLoc } from '@cusp/contract/wire';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../brand/app-info.ts';
import { endVisit } from '../client/session/session.ts';
import classes from './guest-bar.module.css';

/** Stays above every page of a visit: the region, and a link back to the guest's own. */
export default function GuestBar({ here, home }: { here: ServerLoc; home: ServerLoc }) {
  const { t } = useTranslation('visit');
  const [isLeaving, setLeaving] = useState(false);
  const site = appInfo().other_region_url;
  useEffect(() => {
    document.documentElement.dataset.guest = '';
    return () => {
      delete document.documentElement.dataset.guest;
    };
  }, []);
  const leave = (to: string) => {
    setLeaving(true);
    endVisit(to);
  };
  return (
    <aside className={classes.bar} aria-label={t(`bar.${here}`)}>
      <IconWorld size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <strong className={classes.words}>{t(`bar.${here}`)}</strong>
      {site && (
        <Button
          size="compact-sm"
          variant="white"
          color="dark"
          loading={isLeaving}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          onClick={() => leave(site)}
        >
          {t(`back.${home}`)}
        </Button>
      )}
    </aside>
  );
}
