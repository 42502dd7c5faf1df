import type { Connection } from '@cusp/contract/connections';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Entry, entriesOf } from './menu-entries.ts';
import type { ConnectionActions } from './use-connections.ts';

interface Props {
  connection: Connection;
  area: 'pending' | 'accepted' | 'locked';
  name: string;
  actions: ConnectionActions;
  onInfo(connection: Connection): void;
  onEdit(connection: Connection): void;
}

const ICONS = { info: IconInfoCircle, edit: IconPencil, remove: IconTrash, reject: IconBan } as const;

/** What one can do with an entry. */
export function ConnectionMenu({ connection, area, name, actions, onInfo, onEdit }: Props) {
  const { t } = useTranslation('connections');
  const run: Record<Entry, () => void> = {
    info: () => onInfo(connection),
    edit: () => onEdit(connection),
    remove: () => void actions.remove(connection, area),
    reject: () => actions.reject(connection),
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('actionsFor', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entriesOf(connection, area).map((entry) => {
          const Icon = ICONS[entry];
          return (
            <Menu.Item
              key={entry}
              leftSection={<Icon size={16} />}
              color={entry === 'remove' || entry === 'reject' ? 'var(--mantine-color-error)' : undefined}
              onClick={run[entry]}
            >
              {t(`menu.${entry}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
