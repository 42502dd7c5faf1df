import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { safeNext } from '../../../client/next-path.ts';
import classes from './second-step.module.css';

/** An address is shown whole, in two lines where it is long. */
const WHOLE = { root: classes.site, label: classes.siteLabel };

interface Props {
  /** Origins where a passkey of the person works. */
  sites: readonly string[];
  /** There is no other way on. */
  only: boolean;
}

/** Ways to the addresses where a passkey works that does not work here: a browser keeps it for its own host. */
export function PasskeySites({ sites, only }: Props) {
  const { t } = useTranslation('second-step');
  const { search } = useLocation();
  const next = safeNext(new URLSearchParams(search).get('next'));
  return sites.map((origin) => (
    <Button
      key={origin}
      component="a"
      href={`${origin}${PAGES.login}${next ? `?next=${encodeURIComponent(next)}` : ''}`}
      {...(only
        ? {
            size: 'md',
            leftSection: <IconFingerprint size={20} stroke={1.6} aria-hidden />,
            classNames: WHOLE,
          }
        : { variant: 'transparent', size: 'sm', px: 0 })}
    >
      {t('other.elsewhere', { site: new URL(origin).host })}
    </Button>
  ));
}
