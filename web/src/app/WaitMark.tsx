import { useTranslation } from 'react-i18next';
import { useIsWaiting } from './part.tsx';
import classes from './wait-mark.module.css';

/** A thin line on top while the next screen is on its way and the one before still stands; not for short waits. */
export function WaitMark() {
  const { t } = useTranslation('common');
  const isWaiting = useIsWaiting();
  return isWaiting && <div className={classes.mark} role="progressbar" aria-label={t('loading')} />;
}
