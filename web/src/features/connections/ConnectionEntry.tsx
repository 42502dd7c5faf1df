import type { Connection } from '@cusp/contract/connections';
import { acceptConnection, editConnection } from '@cusp/contract/connections.routes';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconBan,
  IconDots,
  IconInfoCircle,
  IconPencil,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { calledBy, placeOf } from './connection-name.ts';
import classes from './connections.module.css';
import type { ConnectionActions } from './use-connections.ts';

type Entry = 'info' | 'edit' | 'remove' | 'reject';

/** The menu items of a connection, by its list and the reader's role in it. */
export function entriesOf(
  { is_owner, Im_invited }: Pick<Connection, 'is_owner' | 'Im_invited'>,
  area: 'pending' | 'accepted' | 'locked',
): readonly Entry[] {
  if (area === 'pending') return Im_invited ? ['reject'] : ['edit', 'remove'];
  if (!is_owner) return ['info'];
  return area === 'accepted' ? ['info', 'edit', 'remove'] : ['edit', 'remove'];
}

interface Props {
  connection: Connection;
  area: 'pending' | 'accepted' | 'locked';
  actions: ConnectionActions;
  onInfo(connection: Connection): void;
  onEdit(connection: Connection): void;
}

/** One partner, or one request. */
export function ConnectionEntry({ connection, area, actions, onInfo, onEdit }: Props) {
  const { t, i18n } = useTranslation(['connections', 'common']);
  const name = calledBy(connection) || t('common:unknown');
  const isRejected = connection.status === 'REJD';
  const place = placeOf(connection, i18n.language);
  return (
    <li className={classes.entry} data-area={area}>
      <PersonAvatar name={connection.name || name} picture={connection.picture} size={40} />
      <div className={classes.who}>
        <p className={classes.name}>
          <span>{isRejected ? t('rejected', { name }) : name}</span>
          {!connection.is_owner && !connection.Im_invited && <SharedMark owner={connection.owner.username} />}
        </p>
        <div className={classes.quiet}>
          <DottedLine
            facts={[
              connection.alias && connection.name,
              connection.institution,
              connection.is_unknown && connection.alias && t('common:unknown'),
            ]}
          />
        </div>
        {connection.in_other_region && (
          <Tooltip label={t('elsewhereMeans')} multiline maw={280}>
            <StateBadge color="gray" mt={4} tabIndex={0} aria-description={t('elsewhereMeans')}>
              {t('elsewhere')}
            </StateBadge>
          </Tooltip>
        )}
      </div>
      <div className={classes.reach}>
        {connection.email && connection.email !== name && <p>{connection.email}</p>}
        {connection.phone && <p className={classes.quiet}>{connection.phone}</p>}
      </div>
      <p className={classes.place}>{place}</p>
      <div className={classes.actions}>
        {area === 'pending' && (
          <ChangeableBy route={acceptConnection}>
            <PendingButton connection={connection} actions={actions} />
          </ChangeableBy>
        )}
        <ConnectionMenu
          connection={connection}
          area={area}
          name={name}
          actions={actions}
          onInfo={onInfo}
          onEdit={onEdit}
        />
      </div>
      {connection.text && <blockquote className={classes.message}>{connection.text}</blockquote>}
      {connection.Im_invited && !connection.accept_token && <p className={classes.message}>{t('expired')}</p>}
    </li>
  );
}

function SharedMark({ owner }: { owner: string }) {
  const { t } = useTranslation(['connections', 'common']);
  const label = t('sharedBy', { name: owner || t('common:unknown') });
  return (
    <Tooltip label={label}>
      <span className={classes.shared} role="img" aria-label={label}>
        <IconUsersGroup size={15} aria-hidden />
      </span>
    </Tooltip>
  );
}

function PendingButton({ connection, actions }: Pick<Props, 'connection' | 'actions'>) {
  const { t } = useTranslation('connections');
  if (connection.Im_invited)
    return (
      <Button
        size="sm"
        disabled={!connection.accept_token || actions.isBusy}
        onClick={() => actions.accept(connection)}
      >
        {t('acceptInvitation')}
      </Button>
    );
  return (
    <Button size="sm" variant="default" disabled={actions.isBusy} onClick={() => actions.again(connection)}>
      {t('requestAgain')}
    </Button>
  );
}

interface ConnectionMenuProps {
  connection: Connection;
  area: 'pending' | 'accepted' | 'locked';
  name: string;
  actions: ConnectionActions;
  onInfo(connection: Connection): void;
  onEdit(connection: Connection): void;
}

const ICONS = { info: IconInfoCircle, edit: IconPencil, remove: IconTrash, reject: IconBan } as const;

/** The menu of a connection. */
function ConnectionMenu({ connection, area, name, actions, onInfo, onEdit }: ConnectionMenuProps) {
  const { t } = useTranslation('connections');
  const mayChange = useMayCall(editConnection);
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
              disabled={entry !== 'info' && !mayChange}
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
