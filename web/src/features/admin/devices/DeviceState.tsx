import type { StaffDevice } from '@cusp/contract/staff-devices';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = { active: 'green', locked: 'orange', blocked: 'red' } as const;

export function DeviceState({ state }: { state: StaffDevice['state'] }) {
  const { t } = useTranslation('staff-devices');
  return (
    <Badge variant="light" miw="max-content" color={COLORS[state]} tt="none">
      {t(`states.${state}`)}
    </Badge>
  );
}
