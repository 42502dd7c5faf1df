import { PAGES } from '@cusp/contract/pages';
import { IconArrowRight, IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from '../../ui/line-banner.module.css';

/** The line above every page during the grace period; it leads to the page on which a second step is set up. */
export default function SecondStepBanner({ due }: { due: string }) {
  const { t } = useTranslation('shell');
  const { date } = useFormat();
  return (
    <Link to={PAGES.security} className={classes.banner}>
      <IconShieldLock size={16} aria-hidden />
      <span className={classes.words}>{t('secondStepDue', { date: date(due) })}</span>
      <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}
