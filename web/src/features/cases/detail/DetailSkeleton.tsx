import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './case-view.module.css';

/** The shape of a case that is on its way. */
export function DetailSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.top}>
        <Skeleton height={22} width={220} />
      </div>
      <div className={classes.body}>
        <Skeleton height={180} />
        <Skeleton height={320} />
        <Skeleton height={120} />
      </div>
    </div>
  );
}
