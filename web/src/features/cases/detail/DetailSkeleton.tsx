import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bone } from '../../../ui/Bone.tsx';
import classes from './case-view.module.css';
import counts from './counts-bar.module.css';

/** The shape of the facts until they stand, as high as they are. */
export const FactsBone = () => <Bone height={351} />;

/** The same of the preview, whose frame is low where there is no picture. */
export const PreviewBone = ({ isEmpty = false }) => <Bone height={isEmpty ? 168 : 519} />;

/** The shape of a case that is on its way: each part has the place it will stand at. */
export function DetailSkeleton({ hasBack }: { hasBack: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className={classes.view} data-loading>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.top}>
        {hasBack && <Bone height={PRESSED} width={36} />}
        <div className={classes.titles}>
          <Bone height={22} width={150} />
          <div className={classes.gap} />
          <Bone height={14} width={90} />
        </div>
        <Bone height={PRESSED} width={36} />
        <div className={classes.actions}>
          <Bone height={PRESSED} width={36} />
          <Bone height={PRESSED} width={170} />
          <Bone height={PRESSED} width={110} />
        </div>
      </div>
      <div className={classes.body}>
        <div className={counts.countsBar}>
          <Bone circle height={36} />
          <div className={counts.other}>
            <Bone height={14} width={120} />
            <div className={classes.gap} />
            <Bone height={12} width={160} />
          </div>
          <Bone height={PRESSED} width={200} />
        </div>
        <div className={classes.overview}>
          <FactsBone />
          <PreviewBone />
        </div>
      </div>
    </div>
  );
}

/** A finger needs more. */
const PRESSED = 'var(--pressed)';
