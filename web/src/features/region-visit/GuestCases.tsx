import { PAGES, type PagePath } from '@cusp/contract/pages';
import { guestCases } from '@cusp/contract/region-visit.routes';
import type { ServerLoc } from '@cusp/contract/wire';
import { IconArrowRight, IconCloudOff, IconWorld } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { appInfo } from '../../brand/app-info.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import classes from './guest-cases.module.css';
import { keepGuestCases } from './had-guest-cases.ts';

/** Minimum interval between requests of a page; the server caches the number for a minute. */
const STALE_MS = 5 * 60_000;

/** The other region and the number of this person's cases there, null if that is unknown. Null without any. */
export function useGuestCases(): { region: ServerLoc; cases: number | null } | null {
  const enabled = useMayCall(guestCases) && appInfo().other_region_url !== null;
  const { data } = useCall(guestCases, {}, ['guest-cases'], { enabled, staleTime: STALE_MS });
  useEffect(() => {
    if (data) keepGuestCases(data.region !== null && data.cases !== 0);
  }, [data]);
  return data?.region && data.cases !== 0 ? { ...data, region: data.region } : null;
}

/**
 * The line above the list: the number of cases in the other region, and a link to its page `next`. Renders nothing
 * without any.
 */
export function GuestCases({ next }: { next?: PagePath }) {
  const { t } = useTranslation('visit');
  const there = useGuestCases();
  if (!there) return null;
  const { region, cases } = there;
  if (cases === null)
    return (
      <p className={classes.line} data-unknown>
        <IconCloudOff size={16} aria-hidden className={classes.icon} />
        {t(`unknown.${region}`)}
      </p>
    );
  return (
    <Link to={PAGES.regionVisit + (next ? `?${new URLSearchParams({ next })}` : '')} className={classes.line}>
      <IconWorld size={16} aria-hidden className={classes.icon} />
      <span className={classes.words}>{t(`cases.${region}`, { count: cases })}</span>
      <IconArrowRight size={16} aria-hidden className={classes.icon} />
    </Link>
  );
}
