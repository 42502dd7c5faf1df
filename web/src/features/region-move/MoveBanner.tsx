import { PAGES } from '@cusp/contract/pages';
import { IconArrowRight, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../../ui/line-banner.module.css';
import { isRunning, useMove } from './use-move.ts';

/** The line above every page while one's data is being moved; it links to the state of the move. */
export default function MoveBanner() {
  const { t } = useTranslation('shell');
  const move = useMove().data?.move;
  if (!isRunning(move)) return null;
  const text =
    move.step === 'copying' ? t('moving.copying', { percent: move.cases_mv_percent }) : t('moving.frozen');
  return (
    <Link to={PAGES.dataRegion} className={classes.banner}>
      <IconTruckDelivery size={16} aria-hidden />
      <span className={classes.words}>{text}</span>
      <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}
