import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bone } from '../../../ui/Bone.tsx';
import classes from './case-view.module.css';

/** The shape of a case that is on its way. */
export function DetailSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.top}>
        <Bone height={22} width={220} />
      </div>
      <div className={classes.body}>
        <Bone height={180} />
        <Bone height={320} />
        <Bone height={120} />
      </div>
    </div>
  );
}
