import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bone } from '../../../ui/Bone.tsx';
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
          <Bone circle height={36} />
          <div className={classes.skeletonLines}>
            <Bone height={12} width="55%" />
            <Bone height={10} width="75%" />
            <Bone height={10} width="35%" />
          </div>
        </div>
      ))}
    </div>
  );
}
