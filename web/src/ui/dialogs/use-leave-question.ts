import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm-context.ts';

/** Asks whether to leave what has unsaved input; resolves to whether the person agrees. */
export function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useTranslation('common');
  const confirm = useConfirm();
  return () =>
    confirm({ title: t('leave.title'), content: t('leave.content'), ok: t('leave.ok'), danger: true });
}
