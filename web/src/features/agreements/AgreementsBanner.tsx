import { PAGES } from '@cusp/contract/pages';
import type { SessionLimits } from '@cusp/contract/sign-in';
import { IconArrowRight, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from '../../ui/line-banner.module.css';

/** The line above every page while terms or a data processing agreement wait to be accepted. */
export default function AgreementsBanner({ missing }: { missing: NonNullable<SessionLimits['agreements']> }) {
  const { t } = useTranslation('shell');
  const { date } = useFormat();
  const { pathname, search } = useLocation();
  const { due, is_overdue, party } = missing;
  const state = is_overdue ? 'overdue' : 'due';
  const text =
    party === null
      ? t(`agreements.own.${state}`, { date: date(due) })
      : t(`agreements.owner.${state}`, { date: date(due), name: party });
  return (
    <Link
      to={`${PAGES.agreements}?next=${encodeURIComponent(pathname + search)}`}
      className={classes.banner}
      data-urgent={is_overdue || undefined}
    >
      <IconFileText size={16} aria-hidden />
      <span className={classes.words}>{text}</span>
      <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}
