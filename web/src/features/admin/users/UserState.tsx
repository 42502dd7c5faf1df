import type { StaffUser } from '@cusp/contract/staff-users';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = {
  active: 'green',
  not_activated: 'yellow',
  blocked: 'red',
  closing: 'orange',
  deleted: 'gray',
} as const;

export function UserState({ state }: { state: StaffUser['state'] }) {
  const { t } = useTranslation('staff-users');
  return (
    <Badge variant="light" miw="max-content" color={COLORS[state]} tt="none">
      {t(`states.${state}`)}
    </Badge>
  );
}
