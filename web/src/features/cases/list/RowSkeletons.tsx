import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './list-pane.module.css';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The shape of rows that are on their way. */
export function RowSkeletons() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {LINES.map((line) => (
        <div key={line} className={classes.skeleton}>
          <Skeleton circle height={36} />
          <div className={classes.skeletonLines}>
            <Skeleton height={12} width="55%" />
            <Skeleton height={10} width="75%" />
            <Skeleton height={10} width="35%" />
          </div>
        </div>
      ))}
    </div>
  );
}
