import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../client/connection.ts';
import { useStreamState } from '../../client/live/live-updates.ts';
import { Hint } from '../../ui/Hint.tsx';
import classes from './live-updates-notice.module.css';

/** A small notice while live updates do not arrive; a lost connection has a separate notice. */
export function LiveUpdatesNotice({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const line = useStreamState();
  const { isUp } = useConnection();
  return (
    <div role="status">
      {line === 'down' && isUp && (
        <Hint label={t('lineDown')} position="right" disabled={!collapsed}>
          <div className={classes.mark}>
            <IconCloudOff size={18} stroke={1.6} aria-hidden />
            <span className={collapsed ? classes.hidden : undefined}>{t('lineDown')}</span>
          </div>
        </Hint>
      )}
    </div>
  );
}
