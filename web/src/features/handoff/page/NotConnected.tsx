import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

type Reason = 'used' | 'over' | 'left';

/** Why the device has no case, null for errors that may pass. */
export function reasonOf({ code }: Pick<ApiError, 'code'>): Reason | null {
  if (code === 'handoff_code_invalid') return 'used';
  return code === 'handoff_over' ? 'over' : null;
}

export function NotConnected({ reason }: { reason: Reason }) {
  const { t } = useTranslation('handoff');
  return (
    <div role={reason === 'left' ? 'status' : 'alert'}>
      <EmptyState
        icon={<IconDeviceMobileOff size={22} />}
        title={t(`${reason}.title`)}
        text={t(`${reason}.text`)}
      />
    </div>
  );
}
