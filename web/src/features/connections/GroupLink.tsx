import { PAGES } from '@cusp/contract/pages';
import { Badge, Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAlarms } from '../../client/alarms.ts';
import { useSmallScreen } from '../../client/small-screen.ts';

/** The way to the share group on phones, whose user menu has none by the specification. */
export function GroupLink() {
  const { t } = useTranslation('connections');
  const { invitations } = useAlarms();
  if (!useSmallScreen()) return null;
  return (
    <Button
      component={Link}
      to={PAGES.groups}
      variant="default"
      leftSection={<IconUsersGroup size={16} />}
      rightSection={
        invitations > 0 && (
          <Badge size="sm" circle={invitations < 10}>
            {invitations}
          </Badge>
        )
      }
    >
      {t('group')}
    </Button>
  );
}
