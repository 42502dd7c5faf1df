import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SkeletonBlock } from '../../../ui/SkeletonBlock.tsx';
import classes from './case-view.module.css';
import top from './detail-top.module.css';

/** The placeholder of an order with one restoration. */
export const OrderSkeleton = () => <SkeletonBlock height={320} />;

/** The placeholder of the preview, which is low without a picture. */
export const PreviewSkeleton = ({ isEmpty = false }) => <SkeletonBlock height={isEmpty ? 168 : 320} />;

/** The placeholder of a loading case; each part is where it will appear. */
export function DetailSkeleton({ hasBack }: { hasBack: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className={classes.view} data-loading>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={top.top}>
        {hasBack && <SkeletonBlock height={PRESSED} width={36} />}
        <div className={top.titles}>
          <SkeletonBlock height={22} width={150} />
          <div className={top.gap} />
          <SkeletonBlock height={14} width={90} />
        </div>
        <div className={top.tools}>
          <SkeletonBlock height={PRESSED} width={96} />
          <div className={top.actions}>
            <SkeletonBlock height={PRESSED} width={130} />
            <SkeletonBlock height={PRESSED} width={110} />
          </div>
        </div>
      </div>
      <div className={classes.body}>
        <OrderSkeleton />
        <PreviewSkeleton />
      </div>
    </div>
  );
}

/** A larger target for touch. */
const PRESSED = 'var(--pressed)';
