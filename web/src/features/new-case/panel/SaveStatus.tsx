import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { SaverState } from '../saving/saver-state.ts';
import classes from './panel.module.css';

const ICONS = {
  new: null,
  waiting: IconCloudUp,
  saving: IconCloudUp,
  saved: IconCloudCheck,
  retrying: IconCloudOff,
  refused: IconAlertTriangle,
  conflict: IconAlertTriangle,
  gone: IconAlertTriangle,
} as const;

/** A small note on whether all input is saved. `isShort` is for the bar on phones. */
export function SaveStatus({ state, isShort = false }: { state: SaverState; isShort?: boolean }) {
  const { t } = useTranslation('new-case');
  const { recent } = useFormat();
  const { phase, savedAt } = state;
  const Icon = ICONS[phase];
  const isUrgent = phase === 'retrying' || phase === 'refused' || phase === 'conflict' || phase === 'gone';
  const words = () => {
    if (phase === 'new') return isShort ? '' : t('save.new');
    if (phase === 'saved') return t('save.saved', { time: savedAt ? recent(savedAt) : '' });
    return t(`save.${phase === 'waiting' ? 'saving' : phase}`);
  };
  return (
    <span
      className={classes.mark}
      data-urgent={isUrgent || undefined}
      {...(isShort ? { 'aria-hidden': true } : { role: 'status' })}
    >
      {Icon && <Icon size={17} stroke={1.7} aria-hidden />}
      {words()}
    </span>
  );
}
